import type { DrillSet } from "@greenroom/contract/practice/drills.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import { accessTable } from "../../testing/access-table.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { type ModelServer, startModelServer } from "../../testing/providers/model/model-server.ts";

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
      await call("POST /api/practice/answers/{id}/follow-ups/{index}/stream", { id, index: "0" });
      await call("POST /api/practice/answers/{id}/follow-ups/{index}", { id, index: "0" }, { text: "Why?" });
      expect((await call("POST /api/practice/answers/{id}/hints", { id })).status).toBe(409);
      // None of these opens the answer key before the answer is finished.
      const count = { passed: 1, total: 1 };
      const tests = { visible: count, hidden: count, failed: [] };
      expect((await call("PUT /api/practice/answers/{id}/tests", { id }, tests)).status).toBe(409);
      expect((await call("PUT /api/practice/answers/{id}/ticks", { id }, { ticks: [0] })).status).toBe(409);
      await call("GET /api/practice/answers/{id}", { id });
      await call("GET /api/practice/answers");
      await call("GET /api/practice/progress");
      await call("GET /api/practice/export");
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
