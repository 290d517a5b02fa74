import { randomUUID } from "node:crypto";
import type { DrillCard } from "@greenroom/contract/practice/drills.ts";
import { beforeEach, expect, it } from "vitest";
import { recordInterview } from "../../schedule/bookings/bookings.testing.ts";
import { sqlQuestion, talkQuestion, useInterview } from "../../testing/rooms/room-questions-setup.ts";

const interview = useInterview();
const call = (method: string, path: string, body?: unknown) =>
  interview.call(interview.booked.interviewee, method, `/api/practice${path}`, body);
const start = (questionId: string) =>
  call("POST", "/rounds", { role: sqlQuestion.roles[0], minutes: 45, questionId });
const finish = (answerId: string, code: string | null = null) =>
  call("POST", `/answers/${answerId}/finish`, { code, visible: null });
const refusal =
  "This question was shown in your interview. You can practice it when the interview's room has closed.";

let askedId: string;
const show = async (questionId: string) => {
  askedId = randomUUID();
  expect((await interview.show(interview.booked.interviewer, questionId, askedId)).status).toBe(201);
};

beforeEach(() => interview.setMinute(5));

it("refuses the cards of the question on screen, until the room has closed", async () => {
  await show(sqlQuestion.id);
  for (const kind of ["code", "errors"]) {
    const { status, body } = await call("POST", `/cards/${sqlQuestion.id}.${kind}/reveal`);
    expect([status, body.code, body.msg]).toEqual([409, "conflict", refusal]);
  }
  // The interviewer can show it again.
  const path = `/api/rooms/${interview.id}/asked-questions/${askedId}/end`;
  expect((await interview.call(interview.booked.interviewer, "POST", path)).status).toBe(200);
  expect((await call("POST", `/cards/${sqlQuestion.id}.code/reveal`)).status).toBe(409);
  expect((await call("POST", `/cards/${talkQuestion.id}.answer/reveal`)).status).toBe(200);
  interview.setMinute(74);
  expect((await call("POST", `/cards/${sqlQuestion.id}.code/reveal`)).status).toBe(409);
  interview.setMinute(76);
  expect((await call("POST", `/cards/${sqlQuestion.id}.code/reveal`)).status).toBe(200);
});

it("refuses a question that is shown in an interview that was ended early", async () => {
  await show(sqlQuestion.id);
  await recordInterview(interview.app, interview.id);
  const complete = `/api/interviewer/bookings/${interview.id}/complete`;
  expect((await interview.call(interview.booked.interviewer, "POST", complete)).status).toBe(200);
  expect((await call("POST", `/cards/${sqlQuestion.id}.errors/reveal`)).body.msg).toBe(refusal);
  await show(talkQuestion.id);
  expect((await start(talkQuestion.id)).status).toBe(409);
  interview.setMinute(76);
  expect((await call("POST", `/cards/${sqlQuestion.id}.errors/reveal`)).status).toBe(200);
});

it("refuses a round with the question on screen, and draws another one", async () => {
  await show(sqlQuestion.id);
  const { status, body } = await start(sqlQuestion.id);
  expect([status, body.msg]).toEqual([409, refusal]);
  const drawn = await call("POST", "/rounds", { role: sqlQuestion.roles[0], minutes: 45 });
  expect(drawn.status).toBe(201);
  expect(drawn.body.answer.question.id).not.toBe(sqlQuestion.id);
  expect((await start(talkQuestion.id)).status).toBe(201);
  interview.setMinute(76);
  expect((await start(sqlQuestion.id)).status).toBe(201);
});

it("leaves the question on screen out of the cards of a drill", async () => {
  const open = async () =>
    (await call("GET", "/drills/data-analyst-sql")).body.cards.map(({ question }: DrillCard) => question.id);
  const [first = ""] = await open();
  await show(first);
  expect(await open()).not.toContain(first);
});

it("refuses every call about an answer that was open before the question was shown", async () => {
  interview.setMinute(40);
  const { body: round } = await start(sqlQuestion.id);
  const { id } = round.answer;
  await show(sqlQuestion.id);
  const attempts = [
    await finish(id, "select 1"),
    await call("POST", `/answers/${id}/explanation`, { text: "I would count." }),
    await call("POST", `/answers/${id}/hints`),
    await call("POST", `/answers/${id}/follow-ups/0/stream`),
    await call("GET", `/answers/${id}`),
    await call("GET", `/rounds/${round.id}`),
    await call("POST", `/rounds/${round.id}/end`),
  ];
  expect(attempts.map(({ status, body }) => [status, body.msg])).toEqual(attempts.map(() => [409, refusal]));
  interview.setMinute(76);
  const finished = await finish(id, "select 1");
  expect([finished.status, finished.body.key.modelAnswer]).toEqual([200, sqlQuestion.modelAnswer]);
});

it("refuses the answer key of an earlier answer, and goes on with other questions", async () => {
  const { body: round } = await start(sqlQuestion.id);
  const { id } = round.answer;
  expect((await finish(id, "select 1")).body.key.modelAnswer).toBe(sqlQuestion.modelAnswer);
  await show(sqlQuestion.id);
  const attempts = [
    await call("GET", `/answers/${id}`),
    await finish(id),
    await call("PUT", `/answers/${id}/ticks`, { ticks: [0] }),
    await call("GET", `/rounds/${round.id}`),
  ];
  expect(attempts.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  const next = await call("POST", `/rounds/${round.id}/next`);
  expect(next.status).toBe(200);
  expect(JSON.stringify(next.body)).not.toContain(JSON.stringify(sqlQuestion.modelAnswer).slice(1, -1));
  expect((await call("GET", "/answers")).status).toBe(200);
});

it("lets the interviewer practice the question", async () => {
  await show(sqlQuestion.id);
  const path = `/api/practice/cards/${sqlQuestion.id}.code/reveal`;
  expect((await interview.call(interview.booked.interviewer, "POST", path)).status).toBe(200);
});
