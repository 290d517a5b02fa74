import { randomUUID } from "node:crypto";
import type { PracticeAnswer, PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import { app, person, usePractice } from "../../testing/practice-setup.ts";

/* The browser repeats a request whose response it did not receive, under the same key. */

usePractice();
let round: PracticeRound;
beforeEach(async () => {
  round = (await send("/rounds", newRound)).body;
});

const talk = (await openQuestionBank()).all.find(
  ({ kind, followUps }) => kind === "talk" && followUps.length > 1,
);
const newRound = { role: talk?.roles[0], minutes: 45, questionId: talk?.id };
const send = (path: string, body: unknown, key: string = randomUUID()) =>
  app.call("POST", `/api/practice${path}`, {
    token: person.token,
    headers: { "idempotency-key": key },
    ...(body === undefined ? {} : { body }),
  });
const path = ({ id }: Pick<PracticeAnswer, "id">) => `/answers/${id}`;

async function sendTwice(at: string, body?: unknown) {
  const key = randomUUID();
  const first = await send(at, body, key);
  expect(first.status).toBeLessThan(300);
  const second = await send(at, body, key);
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  return first.body;
}

describe("a request that is repeated because its response was lost", () => {
  it("stores an explanation once and is confirmed again", async () => {
    const explained: PracticeAnswer = await sendTwice(`${path(round.answer)}/explanation`, {
      text: "I split by time.",
    });
    expect([explained.explanation, explained.followUps.length]).toEqual(["I split by time.", 1]);
  });

  it("stores an answer to a follow-up once and asks one more", async () => {
    await send(`${path(round.answer)}/explanation`, { text: "I split by time." });
    const defended = await sendTwice(`${path(round.answer)}/follow-ups/0`, { text: "Because of leaks." });
    expect(defended.followUps[0].answer).toBe("Because of leaks.");
    expect(defended.followUps.length).toBeLessThanOrEqual(2);
  });

  it("shows what came after it, not what was true then", async () => {
    const key = randomUUID();
    await send(`${path(round.answer)}/explanation`, { text: "I split by time." }, key);
    const finished = (await send(`${path(round.answer)}/finish`, {})).body;
    const again = await send(`${path(round.answer)}/explanation`, { text: "I split by time." }, key);
    expect([again.status, again.body]).toEqual([200, finished]);
  });

  it("opens one hint", async () => {
    app.clock.advance({ minutes: 40 });
    const { hints } = await sendTwice(`${path(round.answer)}/hints`);
    expect(hints.opened).toHaveLength(1);
  });

  it("asks one next question", async () => {
    await send(`${path(round.answer)}/finish`, {});
    expect((await sendTwice(`/rounds/${round.id}/next`)).questions).toBe(2);
  });

  it("starts one round", async () => {
    const started: PracticeRound = await sendTwice("/rounds", { role: "data-analyst", minutes: 15 });
    expect(started.id).not.toBe(round.id);
    const { rows } = await app.deps.pool.query(
      "select count(*)::int as rounds from practice_rounds where user_id = $1",
      [person.user._id],
    );
    expect(rows).toEqual([{ rounds: 2 }]);
  });

  it("is stored once when both arrive at the same time", async () => {
    const key = randomUUID();
    const explanation = () => send(`${path(round.answer)}/explanation`, { text: "I split by time." }, key);
    const answers = await Promise.all([explanation(), explanation(), explanation()]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("is refused under a key of another request, and by the usual rule without a key of its own", async () => {
    const key = randomUUID();
    await send(`${path(round.answer)}/explanation`, { text: "I split by time." }, key);
    const other = await send(`${path(round.answer)}/explanation`, { text: "Something else." }, key);
    expect([other.status, other.body.msg]).toEqual([
      409,
      "This Idempotency-Key was already used for another request.",
    ]);
    const second = await send(`${path(round.answer)}/explanation`, { text: "I split by time." });
    expect([second.status, second.body.msg]).toEqual([409, "You have already explained this."]);
  });

  it("leaves no copy of the text beside the answer", async () => {
    const key = randomUUID();
    await send(`${path(round.answer)}/explanation`, { text: "A private thought." }, key);
    const { rows } = await app.deps.pool.query("select answer from request_keys where user_id = $1", [
      person.user._id,
    ]);
    expect(JSON.stringify(rows)).not.toContain("A private thought.");
  });
});

describe("different requests at the same moment", () => {
  it("ask one next question", async () => {
    await send(`${path(round.answer)}/finish`, {});
    const answers = await Promise.all([1, 2, 3].map(() => send(`/rounds/${round.id}/next`, undefined)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { rows } = await app.deps.pool.query(
      "select count(*)::int as answers from practice_answers where round_id = $1",
      [round.id],
    );
    expect(rows).toEqual([{ answers: 2 }]);
  });

  it("leave one round open", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => send("/rounds", newRound)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { rows } = await app.deps.pool.query(
      "select count(*)::int as rounds from practice_rounds where user_id = $1 and ended_at is null",
      [person.user._id],
    );
    expect(rows).toEqual([{ rounds: 1 }]);
  });
});
