import { randomUUID } from "node:crypto";
import type { DrillCard, DrillSet } from "@greenroom/contract/practice/drills.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { recordInterview } from "../../schedule/bookings/bookings.testing.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { accessTable } from "../../testing/endpoints.ts";
import { type ModelServer, startModelServer } from "../../testing/providers/model-server.ts";
import { sqlQuestion, talkQuestion, useInterview } from "../../testing/rooms.ts";

describe("secrets", async () => {
  const bank = await openQuestionBank();
  let app: TestApp;
  let modelServer: ModelServer;
  beforeAll(async () => {
    modelServer = await startModelServer();
    app = await createTestApp({ environment: modelServer.settings("openai") });
  });
  afterAll(async () => {
    await app.close();
    await modelServer.close();
  });

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
  /** The same texts as a response in JSON contains them. */
  const encoded = secrets.map(({ id, texts }) => ({ id, texts: texts.map(encodedOf) }));

  function encodedOf(text: string): string {
    return JSON.stringify(text).slice(1, -1);
  }

  /** The secrets that a response contains. */
  function leaksIn(text: string): string[] {
    return encoded.flatMap(({ id, texts }) =>
      texts.filter((secret) => text.includes(secret)).map((secret) => `${id}: ${secret}`),
    );
  }

  it("finds an answer key", async () => {
    const { token } = await app.signUp();
    const opened = await app.get({ token }, "/api/practice/drills/ml-engineer-python");
    const revealed = await app.post({ token }, `/api/practice/cards/${opened.body.cards[0].id}/reveal`);
    expect(leaksIn(JSON.stringify(revealed.body))).not.toEqual([]);
  });

  it("keeps every answer key out of the drills until a card is revealed", async () => {
    const { token } = await app.signUp();
    const list = await app.get({ token }, "/api/practice/drills");
    expect(leaksIn(JSON.stringify(list.body))).toEqual([]);
    for (const { id } of list.body.sets as DrillSet[]) {
      const opened = await app.get({ token }, `/api/practice/drills/${id}`);
      expect(opened.status).toBe(200);
      expect(leaksIn(JSON.stringify(opened.body))).toEqual([]);
    }
  });

  it("keeps every answer key out of every call of practice until its time, with a model and without", async () => {
    const { token } = await app.signUp();
    const called = new Set<string>();
    const bodies: string[] = [];
    const call = async (name: string, parts: Record<string, string> = {}, body?: unknown) => {
      called.add(name);
      const [method = "", template = ""] = name.split(" ");
      const path = template.replaceAll(/\{(\w+)\}/g, (_, part: string) => parts[part] ?? "");
      const response = await fetch(app.url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      bodies.push(text);
      return { status: response.status, text };
    };
    // One question of each kind and topic.
    const chosen = [...new Map(bank.all.map((each) => [`${each.kind} ${each.topic}`, each])).values()];
    for (const { id: questionId, roles, modelAnswer } of chosen) {
      modelServer.interviewer = "leak";
      modelServer.knowledge = modelAnswer;
      for (const usesModel of [true, false]) {
        const body = { role: roles[0], minutes: 45, questionId, usesModel };
        const round = JSON.parse((await call("POST /api/practice/rounds", {}, body)).text);
        const { id } = round.answer;
        const own = { id: round.id };
        await call("GET /api/practice/rounds/{id}", own);
        expect((await call("POST /api/practice/rounds/{id}/next", own)).status).toBe(409);
        await call(
          "POST /api/practice/answers/{id}/explanation",
          { id },
          { text: "I would measure it first." },
        );
        await call("POST /api/practice/answers/{id}/follow-ups/{index}/write", { id, index: "0" });
        await call(
          "POST /api/practice/answers/{id}/follow-ups/{index}",
          { id, index: "0" },
          { text: "Why?" },
        );
        expect((await call("POST /api/practice/answers/{id}/hints", { id })).status).toBe(409);
        // None of these opens the answer key before the answer is finished.
        const count = { passed: 1, total: 1 };
        const tests = { visible: count, hidden: count, failed: [] };
        expect((await call("PUT /api/practice/answers/{id}/tests", { id }, tests)).status).toBe(409);
        expect((await call("PUT /api/practice/answers/{id}/ticks", { id }, { ticks: [0] })).status).toBe(409);
        await call("GET /api/practice/answers/{id}", { id });
        await call("GET /api/practice/answers");
        await call("GET /api/practice/progress");
        await call("POST /api/practice/rounds/{id}/end", own);
        await app.runJobs();
        await call("GET /api/practice/rounds/{id}/report", own);
        await call("POST /api/practice/rounds/{id}/report", own);
        await call("POST /api/practice/rounds/{id}/report/useful", own, { useful: true });
        const claim = { ...own, claimId: id };
        await call("POST /api/practice/rounds/{id}/report/claims/{claimId}/dispute", claim, { line: "No" });
      }
    }
    await call("GET /api/practice/drills");
    await call("GET /api/practice/drills/{setId}", { setId: "ml-engineer-python" });
    await call("PUT /api/practice/drill-goal", {}, { goal: 12 });
    expect(leaksIn(bodies.join("\n"))).toEqual([]);

    // These open an answer key, because its time has come.
    const opening = [
      "POST /api/practice/answers/{id}/finish",
      "POST /api/practice/cards/{cardId}/reveal",
      "POST /api/practice/cards/{cardId}/reviews",
    ];
    const all = Object.keys(accessTable).filter((name) => name.includes(" /api/practice/"));
    expect([...called, ...opening].sort()).toEqual(all.sort());
  }, 120_000);
});

describe("practice in interview", () => {
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
    expect((await interview.show(questionId, askedId)).status).toBe(201);
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
      (await call("GET", "/drills/data-analyst-sql")).body.cards.map(
        ({ question }: DrillCard) => question.id,
      );
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
      await call("POST", `/answers/${id}/follow-ups/0/write`),
      await call("GET", `/answers/${id}`),
      await call("GET", `/rounds/${round.id}`),
      await call("POST", `/rounds/${round.id}/end`),
    ];
    expect(attempts.map(({ status, body }) => [status, body.msg])).toEqual(
      attempts.map(() => [409, refusal]),
    );
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
});
