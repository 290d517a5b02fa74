import type { PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { describe, expect, it } from "vitest";
import { openQuestionBank } from "../../../room/question-bank/bank.ts";
import { call, usePractice } from "../../../testing/practice-setup.ts";

const bank = await openQuestionBank();
const talkQuestion = bank.all.find(({ kind }) => kind === "talk") as Question;

usePractice();

async function start(body: object): Promise<PracticeRound> {
  const started = await call("POST", "/rounds", body);
  expect(started.status).toBe(201);
  return started.body;
}
const finish = ({ answer }: PracticeRound) => call("POST", `/answers/${answer.id}/finish`, {});

describe("a round", () => {
  it("asks questions of the chosen level and topic, and keeps the choice", async () => {
    const choice = { level: "junior", topic: "statistics-experiments" };
    const body = { role: "data-scientist", minutes: 30, ...choice };
    const round = await start(body);
    expect(round).toMatchObject({ ...choice, answer: { question: choice } });
    await finish(round);
    const next = (await call("POST", `/rounds/${round.id}/next`)).body;
    expect(next).toMatchObject({ ...choice, questions: 2, answer: { question: choice } });
  });

  it("asks questions of any level and topic where none was chosen", async () => {
    expect(await start({ role: "ml-engineer", minutes: 30 })).toMatchObject({ level: null, topic: null });
  });

  it.each([
    ["level", "expert", "Choose one of the levels."],
    ["topic", "cooking", "Choose one of the topics."],
  ])("does not start with an unknown %s", async (field, value, sentence) => {
    const answer = await call("POST", "/rounds", { role: "ml-engineer", minutes: 15, [field]: value });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(sentence);
  });

  it("tells in the history whether an answer has a text or code", async () => {
    const round = await start({ role: "ml-engineer", minutes: 45, questionId: talkQuestion.id });
    await finish(round);
    const next = (await call("POST", `/rounds/${round.id}/next`)).body;
    await call("POST", `/answers/${next.answer.id}/explanation`, { text: "I walk the tree." });
    const { answers } = (await call("GET", "/answers")).body;
    expect(answers.map(({ hasContent }: { hasContent: boolean }) => hasContent)).toEqual([true, false]);
  });
});
