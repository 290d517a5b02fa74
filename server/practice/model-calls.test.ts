import type { Question } from "@greenroom/questions/schema.ts";
import { beforeEach, expect, it } from "vitest";
import { openQuestionBank } from "../room/questions/question-bank.ts";
import { deleteOwnAccount, type SignedUpUser, useBeforeAll } from "../testing/app.ts";
import { app, modelServer, person, usePracticeWithModel } from "../testing/practice-setup.ts";
import { purgeModelCallsDaily } from "./jobs.ts";

const bank = await openQuestionBank();
const question = bank.all.find(({ kind }) => kind === "talk") as Question;

usePracticeWithModel("anthropic", {
  GREENROOM_PRACTICE_CALLS_PER_PERSON: "3",
  GREENROOM_PRACTICE_CALLS_PER_DAY: "8",
});
const owner = useBeforeAll(() => app.signUpOperator());
beforeEach(async () => {
  await app.deps.pool.query("delete from practice_model_calls");
});

/** Explains a question in a new round, and returns the follow-up. */
async function practice({ token }: SignedUpUser) {
  const call = (path: string, body: object) => app.post({ token }, `/api/practice${path}`, body);
  const round = await call("/rounds", {
    role: question.roles[0],
    minutes: 30,
    questionId: question.id,
    usesModel: true,
  });
  const { id } = round.body.answer;
  await call(`/answers/${id}/explanation`, { text: "I would compare the groups by their median first." });
  await call(`/answers/${id}/follow-ups/0/write`, {});
  const { body } = await app.get({ token }, `/api/practice/answers/${id}`);
  return { roundId: round.body.id as string, source: body.answer.followUps[0].source as string };
}

const get = async (path: string, by: SignedUpUser) => await app.read(by, path);
const today = async (operator = owner) =>
  (await get("/api/operator/today", operator)).lines.filter(
    ({ kind }: { kind: string }) => kind === "practice-budget",
  );

async function turn(isOn: boolean) {
  const texts = await get("/api/operator/words", owner);
  const { version } = texts.find(({ key }: { key: string }) => key === "practice-model");
  const body = { value: { isOn }, version, reason: "The bill of the model" };
  const { status } = await app.put(owner, "/api/operator/words/practice-model", body);
  expect(status).toBe(200);
}

it("stops at the person's calls of the day, and goes on with the bank's follow-ups until tomorrow", async () => {
  const other = await app.signUp();
  const sources = [];
  for (let round = 0; round < 4; round += 1) sources.push((await practice(person)).source);
  expect(sources).toEqual(["model", "model", "model", "limit"]);
  expect((await practice(other)).source).toBe("model");
  expect(modelServer.requests).toHaveLength(4);
  app.clock.advance({ hours: 24 });
  expect((await practice(person)).source).toBe("model");
});

it("stops at the site's calls of the day, which the desk sees", async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => app.signUp()));
  await Promise.all(people.map(practice));
  expect(await get("/api/operator/health", owner)).toMatchObject({
    practiceModel: { isOn: true, calls: 5, limit: 8 },
  });
  expect(await today()).toEqual([]);
  // Nine ask at the same time for the three that are left.
  const more = await Promise.all(Array.from({ length: 9 }, () => app.signUp()));
  const sources = (await Promise.all(more.map(practice))).map(({ source }) => source).sort();
  expect(sources).toEqual([...Array(6).fill("limit"), ...Array(3).fill("model")]);
  expect(modelServer.requests).toHaveLength(8);
  expect(await today()).toMatchObject([
    { detail: "All 8 calls of today are used. Follow-ups are the bank's." },
  ]);
  app.clock.advance({ hours: 24 });
  expect(await today(await app.signUpOperator())).toEqual([]);
});

it("is off for all as soon as an owner turns it off, and on again", async () => {
  await turn(false);
  expect((await practice(person)).source).toBe("off");
  expect(await get("/api/practice/answers", person)).toMatchObject({ model: null });
  expect(await get("/api/operator/health", owner)).toMatchObject({ practiceModel: { isOn: false } });
  expect(modelServer.requests).toEqual([]);
  await turn(true);
  expect((await practice(person)).source).toBe("model");
  const support = await app.signUpOperator({ level: "support" });
  const body = { value: { isOn: false }, version: 2, reason: "The bill of the model" };
  const refused = await app.put(support, "/api/operator/words/practice-model", body);
  expect(refused.status).toBe(403);
});

it("drafts no report once the calls are used up, says why, and drafts it the next day", async () => {
  await practice(person);
  await practice(person);
  const { roundId } = await practice(person);
  const post = (path: string) => app.post(person, `/api/practice/rounds/${roundId}${path}`);
  await post("/end");
  await app.runJobs();
  const read = () => get(`/api/practice/rounds/${roundId}/report`, person);
  expect(await read()).toMatchObject({ state: "failed", canRequest: false, paused: "limit" });
  expect((await post("/report")).body.msg).toBe(
    "Today's limit for the language model is reached. Try again tomorrow.",
  );
  app.clock.advance({ hours: 24 });
  expect(await read()).toMatchObject({ state: "failed", canRequest: true, paused: null });
  expect((await post("/report")).status).toBe(200);
});

it("keeps no counts of the days before, and none of a deleted account", async () => {
  const rows = async () =>
    (await app.deps.pool.query("select user_id as id, calls from practice_model_calls order by user_id"))
      .rows;
  const leaving = await app.signUp();
  await practice(person);
  await practice(leaving);
  await deleteOwnAccount(app, leaving);
  expect(await rows()).toEqual([
    { id: person.user._id, calls: 1 },
    { id: null, calls: 2 },
  ]);
  app.clock.advance({ hours: 24 });
  await app.deps.jobs.enqueue(app.deps.database as never, purgeModelCallsDaily, {});
  await app.runJobs();
  expect(await rows()).toEqual([]);
});
