import type { PracticeAnswer, PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestApp, type SignedUpUser, type TestApp, testNow } from "../../../testing/app.ts";
import { sqlQuestion, talkQuestion } from "../../../testing/rooms/room-questions-setup.ts";

let app: TestApp;
let person: SignedUpUser;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set(testNow);
  person = await app.signUp();
});

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/practice${path}`, { token: person.token, ...(body === undefined ? {} : { body }) });

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
