import type { PracticeAnswer, PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { describe, expect, it } from "vitest";
import { app, call, usePractice } from "../../../testing/practice-setup.ts";
import { sqlQuestion, talkQuestion } from "../../../testing/rooms/room-questions-setup.ts";

usePractice();

async function start({ id }: { id: string }): Promise<PracticeRound> {
  const started = await call("POST", "/rounds", { role: "ml-engineer", minutes: 30, questionId: id });
  expect(started.status).toBe(201);
  return started.body;
}
const explain = (answer: PracticeAnswer) =>
  call("POST", `/answers/${answer.id}/explanation`, { text: "I count first." });
const finish = (answer: PracticeAnswer, body: object = {}) =>
  call("POST", `/answers/${answer.id}/finish`, body);

it("takes nothing more for the open question of a round that has ended", async () => {
  const round = await start(talkQuestion);
  const { answer } = round;
  expect((await call("POST", `/rounds/${round.id}/end`)).status).toBe(200);
  const refused = [
    await explain(answer),
    await call("POST", `/answers/${answer.id}/hints`),
    await finish(answer),
  ];
  for (const { status, body } of refused) {
    expect([status, body.msg]).toEqual([409, "This round has ended, so it takes no more answers."]);
  }
});

it("lets the person tick the criteria of a finished question after the round has ended", async () => {
  const round = await start(talkQuestion);
  await finish(round.answer);
  await call("POST", `/rounds/${round.id}/end`);
  const path = `/answers/${round.answer.id}`;
  expect((await finish(round.answer)).status).toBe(200);
  expect((await call("PUT", `${path}/ticks`, { ticks: [0] })).status).toBe(200);
});

it("refuses other code for an answer that is finished", async () => {
  const { answer } = await start(sqlQuestion);
  expect((await finish(answer, { code: "select 1" })).status).toBe(200);
  expect((await finish(answer, { code: "select 1" })).status).toBe(200);
  const other = await finish(answer, { code: "select 2" });
  expect([other.status, other.body.msg]).toEqual([409, "You have already finished this with other code."]);
});

describe("a round whose time is over and that nobody ended", () => {
  const ended = [409, "This round has ended, so it takes no more answers."];

  it("takes what was on its way for a minute, and nothing after it", async () => {
    const { id, answer } = await start(sqlQuestion);
    app.clock.advance({ minutes: 30, seconds: 59 });
    expect((await explain(answer)).status).toBe(200);
    expect((await call("GET", `/rounds/${id}`)).body.endedAt).toBeNull();
    app.clock.advance({ seconds: 1 });
    const followUp = await call("POST", `/answers/${answer.id}/follow-ups/0`, { text: "Late." });
    const refused = [
      followUp,
      await call("POST", `/answers/${answer.id}/hints`),
      await finish(answer, { code: "select 1" }),
    ];
    for (const { status, body } of refused) expect([status, body.msg]).toEqual(ended);
    const { body } = await call("GET", `/rounds/${id}`);
    expect([body.endedAt, body.canGoOn]).toEqual(["2026-11-20T07:01:00.000Z", false]);
    expect(body.answer).toMatchObject({ stage: "defend", explanation: "I count first.", key: null });
  });

  it("does not let its open question be looked up while it takes answers", async () => {
    const earlier = await start(sqlQuestion);
    await finish(earlier.answer, { code: "select 1" });
    const { answer } = await start(sqlQuestion);
    app.clock.advance({ minutes: 30, seconds: 30 });
    expect((await call("GET", `/answers/${earlier.answer.id}`)).status).toBe(409);
    app.clock.advance({ seconds: 30 });
    expect((await call("GET", `/answers/${earlier.answer.id}`)).status).toBe(200);
    expect((await finish(answer)).status).toBe(409);
  });

  it("is ended by the server at its last moment, not at that of its next visit", async () => {
    const { id } = await start(talkQuestion);
    app.clock.advance({ minutes: 31 });
    await app.runJobs();
    const { rows } = await app.deps.pool.query("select ended_at from practice_rounds where id = $1", [id]);
    expect(rows).toEqual([{ ended_at: new Date("2026-11-20T07:01:00.000Z") }]);
  });
});
