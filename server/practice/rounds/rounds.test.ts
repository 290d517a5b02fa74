import { randomUUID } from "node:crypto";
import type { PracticeAnswer, PracticeRound } from "@greenroom/contract/practice/rounds.ts";
import type { PythonQuestion, Question } from "@greenroom/questions/schema.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { deleteOwnAccount, testNow } from "../../testing/app.ts";
import { app, call, continueAs, person, usePractice } from "../../testing/practice-setup.ts";
import { sqlQuestion, talkQuestion } from "../../testing/rooms.ts";

const bank = await openQuestionBank();
const codeQuestion = bank.all.find(({ kind }) => kind === "python") as PythonQuestion;

usePractice();

async function start(question?: { id: string }, minutes = 30): Promise<PracticeRound> {
  const body = { role: "ml-engineer", minutes, ...(question && { questionId: question.id }) };
  const started = await call("POST", "/rounds", body);
  expect(started.status).toBe(201);
  return started.body;
}
const explain = (answer: PracticeAnswer, text = "I walk the tree and keep the path.") =>
  call("POST", `/answers/${answer.id}/explanation`, { text });
const defend = (answer: PracticeAnswer, index: number, text = "Yes, because of the depth.") =>
  call("POST", `/answers/${answer.id}/follow-ups/${index}`, { text });
const finish = (answer: PracticeAnswer, body: object = {}) =>
  call("POST", `/answers/${answer.id}/finish`, body);

describe("a round", () => {
  it("begins with a question for the role, timed by the server's clock", async () => {
    const round = await start(undefined, 15);
    expect(round).toMatchObject({
      role: "ml-engineer",
      minutes: 15,
      startedAt: testNow,
      endsAt: "2026-11-20T06:45:00.000Z",
      endedAt: null,
      questions: 1,
      answer: { stage: "explain", key: null, hints: { opened: [], total: 3 } },
    });
    expect(bank.find(round.answer.question.id)?.roles).toContain("ml-engineer");
    expect((await call("GET", `/rounds/${round.id}`)).body).toEqual(round);
  });

  it("takes the role of a chosen question that is not for the asked role", async () => {
    const chosen = bank.all.find(({ roles }) => !roles.includes("ml-engineer")) as Question;
    const round = await start(chosen);
    expect(round).toMatchObject({ role: chosen.roles[0], answer: { question: { id: chosen.id } } });
    await finish(round.answer);
    const next = (await call("POST", `/rounds/${round.id}/next`)).body;
    expect(bank.find(next.answer.question.id)?.roles).toContain(chosen.roles[0]);
  });

  it("keeps the asked role for a chosen question of several roles", async () => {
    const chosen = bank.all.find(({ roles }) => roles.indexOf("ml-engineer") > 0) as Question;
    expect((await start(chosen)).role).toBe("ml-engineer");
  });

  it("needs no plan and no credit, and is open to interviewers", async () => {
    expect(person.user.sessionCount).toBe(0);
    await start();
    continueAs(await app.signUpInterviewer());
    await start();
  });

  it.each([
    ["an unknown role", { role: "pilot", minutes: 15 }, "role"],
    ["20 minutes", { role: "ml-engineer", minutes: 20 }, "minutes"],
    [
      "an unknown question",
      { role: "ml-engineer", minutes: 15, questionId: "no-such-question" },
      "questionId",
    ],
  ])("refuses %s", async (_, body, path) => {
    const { status, body: error } = await call("POST", "/rounds", body);
    expect(status).toBe(400);
    expect(error.details[0].path).toContain(path);
  });

  it("continues with another question after the previous one is finished, while there is time", async () => {
    const round = await start();
    expect((await call("POST", `/rounds/${round.id}/next`)).body.msg).toBe("Finish this question first.");
    await finish(round.answer);
    const next = await call("POST", `/rounds/${round.id}/next`);
    expect(next.body).toMatchObject({ questions: 2, answer: { stage: "explain" } });
    expect(next.body.answer.question.id).not.toBe(round.answer.question.id);
    await finish(next.body.answer);
    app.clock.advance({ minutes: 26 });
    expect((await call("GET", `/rounds/${round.id}`)).body.canGoOn).toBe(false);
    expect((await call("POST", `/rounds/${round.id}/next`)).status).toBe(409);
  });

  it("ends when another one is started, or by hand", async () => {
    const first = await start();
    const second = await start();
    expect((await call("GET", `/rounds/${first.id}`)).body.endedAt).toBe(testNow);
    expect((await call("GET", "/answers")).body.openRoundId).toBe(second.id);
    app.clock.advance({ minutes: 1 });
    const ended = await call("POST", `/rounds/${second.id}/end`);
    expect(ended.body).toMatchObject({ endedAt: "2026-11-20T06:31:00.000Z", canGoOn: false });
    expect((await call("GET", "/answers")).body.openRoundId).toBeNull();
  });
});

describe("the level and topic of a round", () => {
  it("asks questions of the chosen level and topic, and keeps the choice", async () => {
    const choice = { level: "junior", topic: "statistics-experiments" };
    const body = { role: "data-scientist", minutes: 30, ...choice };
    const round: PracticeRound = (await call("POST", "/rounds", body)).body;
    expect(round).toMatchObject({ ...choice, answer: { question: choice } });
    await finish(round.answer);
    const next = (await call("POST", `/rounds/${round.id}/next`)).body;
    expect(next).toMatchObject({ ...choice, questions: 2, answer: { question: choice } });
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
    const round = await start(talkQuestion, 45);
    await finish(round.answer);
    const next = (await call("POST", `/rounds/${round.id}/next`)).body;
    await call("POST", `/answers/${next.answer.id}/explanation`, { text: "I walk the tree." });
    const { answers } = (await call("GET", "/answers")).body;
    expect(answers.map(({ hasContent }: { hasContent: boolean }) => hasContent)).toEqual([true, false]);
  });
});

describe("an answer", () => {
  it("to a question with code has an explanation, follow-ups and code", async () => {
    const { answer } = await start(codeQuestion);
    const explained = await explain(answer);
    expect(explained.body).toMatchObject({ stage: "defend", key: null, followUps: [{ answer: null }] });
    expect((await explain(answer)).status).toBe(409);
    expect((await defend(answer, 1)).status).toBe(409);
    const first = await defend(answer, 0);
    expect(first.body).toMatchObject({
      stage: "defend",
      followUps: [{ answer: "Yes, because of the depth." }, { answer: null }],
    });
    const second = await defend(answer, 1, "");
    expect(second.body).toMatchObject({ stage: "code", key: null, followUps: [{}, { answer: "" }] });
    const { visibleTests, hiddenTests } = codeQuestion;
    const visible = { passed: visibleTests.length, total: visibleTests.length };
    const done = await finish(answer, { code: "def flatten(c): return c", visible });
    expect(done.body).toMatchObject({
      stage: "done",
      code: "def flatten(c): return c",
      tests: { visible, hidden: null },
    });
    expect(done.body.key.hiddenTests).toHaveLength(hiddenTests.length);
    expect(done.body.key.referenceSolution).toBe(codeQuestion.referenceSolution);
    const hidden = { passed: hiddenTests.length - 1, total: hiddenTests.length };
    const results = { visible, hidden, failed: [hiddenTests[0]?.name] };
    const kept = await call("PUT", `/answers/${answer.id}/tests`, results);
    expect(kept.body.tests).toEqual(results);
    const better = {
      ...results,
      hidden: { passed: hiddenTests.length, total: hiddenTests.length },
      failed: [],
    };
    expect((await call("PUT", `/answers/${answer.id}/tests`, better)).body.tests).toEqual(results);
  });

  it("to a question without code is finished after its follow-ups", async () => {
    const { answer } = await start(talkQuestion);
    await explain(answer);
    await defend(answer, 0);
    const done = await defend(answer, 1);
    expect(done.body).toMatchObject({ stage: "done", finishedAt: testNow });
    expect(done.body.key.criteria).toEqual(talkQuestion.criteria);
  });

  it("can be submitted at any time, and twice without harm", async () => {
    const { answer } = await start(talkQuestion);
    const first = await finish(answer);
    app.clock.advance({ minutes: 3 });
    expect((await finish(answer)).body).toEqual(first.body);
    expect((await explain(answer)).status).toBe(409);
  });

  it("opens its hints one after the other as time passes", async () => {
    const { answer } = await start(talkQuestion, 45);
    const openHint = () => call("POST", `/answers/${answer.id}/hints`);
    const early = await openHint();
    expect(early.status).toBe(409);
    expect(early.body.msg).toMatch(/^This hint opens in \d+ seconds\.$/);
    app.clock.set(answer.hints.nextOpensAt ?? "");
    const opened = await openHint();
    expect(opened.body.hints.opened).toMatchObject([{ text: talkQuestion.hints[0] }]);
    expect((await openHint()).status).toBe(409);
    app.clock.advance({ minutes: 30 });
    await openHint();
    expect((await openHint()).body.hints).toMatchObject({ nextOpensAt: null, opened: [{}, {}, {}] });
    expect((await openHint()).body.msg).toBe("All hints are open.");
  });

  it("stores the ticked criteria after it is finished", async () => {
    const { answer } = await start(talkQuestion);
    const tick = (ticks: unknown) => call("PUT", `/answers/${answer.id}/ticks`, { ticks });
    expect((await tick([0])).status).toBe(409);
    await finish(answer);
    expect((await tick([1, 0, 1])).body.ticks).toEqual([0, 1]);
    expect((await tick([19])).body.details[0].path).toContain("ticks");
  });

  it.each([
    ["explanation", { text: " " }, "text"],
    ["explanation", { text: "x".repeat(8_001) }, "text"],
    [
      "explanation",
      { text: "a", speech: { words: -1, spokenSeconds: 0, longestSilenceSeconds: 0 } },
      "speech",
    ],
    ["finish", { code: "x".repeat(20_001) }, "code"],
    ["finish", { code: "print(1)" }, "code"],
    ["finish", { visible: { passed: 2, total: 1 } }, "visible"],
    ["finish", { visible: { passed: 1, total: 1 } }, "visible"],
  ])("refuses a wrong %s", async (path, body, field) => {
    const { answer } = await start(talkQuestion);
    const { status, body: error } = await call("POST", `/answers/${answer.id}/${path}`, body);
    expect(status).toBe(400);
    expect(error.details[0].path).toContain(field);
  });

  it("adds up the measurements of its parts, however long they were", async () => {
    const { answer } = await start(talkQuestion);
    const speech = { words: 20_000, spokenSeconds: 7_200, longestSilenceSeconds: 6 };
    const { body } = await call("POST", `/answers/${answer.id}/explanation`, { text: "Much.", speech });
    expect(body.followUps).toHaveLength(1);
    const second = await call("POST", `/answers/${answer.id}/follow-ups/0`, { text: "More.", speech });
    expect([second.status, second.body.speech]).toEqual([
      200,
      { words: 40_000, spokenSeconds: 14_400, longestSilenceSeconds: 6 },
    ]);
  });
});

it("is deleted with the account", async () => {
  const { answer } = await start(talkQuestion);
  await explain(answer, "Mine alone.");
  const card = (await call("GET", "/drills/ml-engineer-behavioral")).body.cards[0];
  await call("POST", `/cards/${card.id}/reviews`, { id: answer.id, rating: "good" });
  await call("PUT", "/drill-goal", { cards: 20 });
  await deleteOwnAccount(app, person);
  const tables = [
    "practice_rounds",
    "practice_answers",
    "drill_cards",
    "drill_reviews",
    "drill_days",
    "drill_goals",
  ];
  for (const table of tables) {
    const { rows } = await app.deps.pool.query(`select 1 from ${table} where user_id = $1`, [
      person.user._id,
    ]);
    expect(rows, table).toEqual([]);
  }
});

describe("the history", () => {
  it("lists answers a page at a time, newest first", async () => {
    const asked: string[] = [];
    for (let index = 0; index < 32; index += 1) {
      app.clock.advance({ seconds: 1 });
      asked.unshift((await start(talkQuestion)).answer.id);
    }
    const first = (await call("GET", "/answers")).body;
    expect(first).toMatchObject({ hasMore: true });
    const second = (await call("GET", `/answers?after=${first.answers.at(-1).id}`)).body;
    expect(second.hasMore).toBe(false);
    expect([...first.answers, ...second.answers].map(({ id }) => id)).toEqual(asked);
  });

  it("shows earlier answers to the same question once an answer is finished", async () => {
    const { answer: before } = await start(talkQuestion);
    await explain(before, "My first try.");
    await finish(before);
    app.clock.advance({ days: 1 });
    const { answer } = await start(talkQuestion);
    const open = (await call("GET", `/answers/${answer.id}`)).body;
    expect(open).toMatchObject({ answer: { key: null }, earlier: [] });
    const refused = [
      await call("GET", `/answers/${before.id}`),
      await finish(before),
      await call("GET", `/rounds/${before.roundId}`),
      await call("POST", `/cards/${talkQuestion.id}.answer/reveal`),
    ];
    for (const { status, body } of refused) {
      const msg = "This question is open in your practice round. Finish it there first.";
      expect([status, body.msg]).toEqual([409, msg]);
    }
    await finish(answer);
    const { earlier } = (await call("GET", `/answers/${answer.id}`)).body;
    expect(earlier).toMatchObject([{ id: before.id, explanation: "My first try." }]);
  });

  it("is counted in Progress by topic", async () => {
    const { answer } = await start(codeQuestion);
    const visible = { passed: 1, total: codeQuestion.visibleTests.length };
    await finish(answer, { code: "pass", visible });
    const { topics } = (await call("GET", "/progress")).body;
    expect(topics).toEqual([
      {
        topic: codeQuestion.topic,
        reviews: 0,
        known: 0,
        answers: 1,
        testsPassed: 1,
        testsTotal: visible.total,
      },
    ]);
  });
});

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
    expect(body.answer).toMatchObject({
      stage: "defend",
      explanation: "I walk the tree and keep the path.",
      key: null,
    });
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

describe("lost answers", () => {
  /* The browser repeats a request whose response it did not receive, under the same key. */
  let round: PracticeRound;
  beforeEach(async () => {
    round = (await send("/rounds", newRound)).body;
  });

  const newRound = { role: talkQuestion.roles[0], minutes: 45, questionId: talkQuestion.id };
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
    it("is done once and confirmed again", async () => {
      const explained: PracticeAnswer = await sendTwice(`${path(round.answer)}/explanation`, {
        text: "I split by time.",
      });
      expect([explained.explanation, explained.followUps.length]).toEqual(["I split by time.", 1]);
      const defended = await sendTwice(`${path(round.answer)}/follow-ups/0`, { text: "Because of leaks." });
      expect(defended.followUps[0].answer).toBe("Because of leaks.");
      expect(defended.followUps.length).toBeLessThanOrEqual(2);
      await send(`${path(round.answer)}/finish`, {});
      expect((await sendTwice(`/rounds/${round.id}/next`)).questions).toBe(2);
      const started: PracticeRound = await sendTwice("/rounds", newRound);
      expect(started.id).not.toBe(round.id);
      const rounds = app.deps.database.selectFrom("practiceRounds").where("userId", "=", person.user._id);
      expect(await rounds.select("id").execute()).toHaveLength(2);
      app.clock.advance({ minutes: 40 });
      const { hints } = await sendTwice(`${path(started.answer)}/hints`);
      expect(hints.opened).toHaveLength(1);
    });

    it("shows what came after it, not what was true then", async () => {
      const key = randomUUID();
      await send(`${path(round.answer)}/explanation`, { text: "I split by time." }, key);
      const finished = (await send(`${path(round.answer)}/finish`, {})).body;
      const again = await send(`${path(round.answer)}/explanation`, { text: "I split by time." }, key);
      expect([again.status, again.body]).toEqual([200, finished]);
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
});
