import type { DrillSet } from "@greenroom/contract/practice/drills.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { openQuestionBank } from "../questions/bank.ts";

const bank = await openQuestionBank();
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Every text of a question that a candidate must not see before answering. */
function secretsOf(question: Question): string[] {
  const { hints, criteria, modelAnswer, commonErrors } = question;
  const prose = [
    ...hints,
    ...criteria.flatMap(({ one, three, five }) => [one, three, five]),
    ...modelAnswer.split("\n\n"),
    ...commonErrors,
  ];
  const shown = `${question.prompt} ${JSON.stringify(question.clarifications)}`;
  if (question.kind === "talk") return prose.filter((text) => !shown.includes(text));
  const code = [
    question.referenceSolution,
    ...question.plantedBugs.map((bug) => bug.code),
    ...(question.kind === "python" ? question.hiddenTests.map((test) => test.code) : []),
    ...(question.kind === "sql" ? question.hiddenTests.map((test) => test.name) : []),
  ];
  const open = JSON.stringify([question.starterCode, question.visibleTests, question.title]);
  return [
    ...prose.filter((text) => !shown.includes(text)),
    ...code.filter((text) => !open.includes(JSON.stringify(text).slice(1, -1))),
  ];
}

const secrets = bank.all.map((question) => ({ id: question.id, texts: secretsOf(question) }));

/** The secrets that a response contains. */
function leaksIn(text: string): string[] {
  return secrets.flatMap(({ id, texts }) =>
    texts
      .filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)))
      .map((secret) => `${id}: ${secret}`),
  );
}

it("finds an answer key", async () => {
  const { token } = await app.signUp();
  const opened = await app.call("GET", "/api/practice/drills/ml-engineer-python", { token });
  const revealed = await app.call("POST", `/api/practice/cards/${opened.body.cards[0].id}/reveal`, { token });
  expect(leaksIn(JSON.stringify(revealed.body))).not.toEqual([]);
});

it("keeps every answer key out of the drills until a card is revealed", async () => {
  const { token } = await app.signUp();
  const list = await app.call("GET", "/api/practice/drills", { token });
  expect(leaksIn(JSON.stringify(list.body))).toEqual([]);
  for (const { id } of list.body.sets as DrillSet[]) {
    const opened = await app.call("GET", `/api/practice/drills/${id}`, { token });
    expect(opened.status).toBe(200);
    expect(leaksIn(JSON.stringify(opened.body))).toEqual([]);
  }
});

it("keeps the answer key of every question out of a round until its answer is finished", async () => {
  const { token } = await app.signUp();
  const call = (method: string, path: string, body?: unknown) =>
    app.call(method, `/api/practice${path}`, { token, ...(body === undefined ? {} : { body }) });
  for (const question of bank.all) {
    const own = secrets.find(({ id }) => id === question.id)?.texts ?? [];
    const round = await call("POST", "/rounds", {
      role: question.roles[0],
      minutes: 45,
      questionId: question.id,
    });
    const { id } = round.body.answer;
    const answers = [
      round,
      await call("GET", `/rounds/${round.body.id}`),
      await call("GET", `/answers/${id}`),
      await call("POST", `/answers/${id}/explanation`, { text: "I would think about it." }),
      await call("POST", `/answers/${id}/follow-ups/0`, { text: "" }),
      await call("GET", "/answers"),
      await call("POST", `/answers/${id}/hints`),
    ];
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(
      own.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1))),
      question.id,
    ).toEqual([]);
  }
}, 120_000);
