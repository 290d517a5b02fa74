import { randomUUID } from "node:crypto";
import type { PythonQuestion } from "@greenroom/questions/schema.ts";
import type { Person } from "../../../prove/lib/people.ts";
import type { Random } from "../../../prove/lib/random.ts";
import { makeDueRoundReport } from "../../../server/domains/practice/report/make-round-report.ts";
import { openQuestionBank } from "../../../server/domains/questions/bank.ts";
import type { EndpointBed } from "./open-bed.ts";
import { createPerson, type Preparation, send, sendAs } from "./prepare.ts";

/** Drills and rounds of practice alone. */
export const practicePreparations: Record<string, Preparation> = {
  "GET /api/practice/drills/{setId}": async (bed) => ({
    who: "interviewee",
    params: { setId: await findDrill(bed) },
  }),
  "POST /api/practice/cards/{cardId}/reveal": async (bed) => ({
    who: "interviewee",
    params: { cardId: (await findCards(bed))[0] ?? "" },
  }),
  "POST /api/practice/cards/{cardId}/reviews": async (bed, random) => {
    const params = { cardId: random.pick(await findCards(bed)) ?? "" };
    return { who: "interviewee", params, body: { id: randomUUID(), rating: "again" } };
  },
  "POST /api/practice/rounds/{id}/next": async (bed) => {
    const { id, answerId } = await startRound(bed);
    await finish(bed, answerId);
    return { who: "interviewee", params: { id } };
  },
  "POST /api/practice/answers/{id}/explanation": async (bed) => ({
    who: "interviewee",
    params: { id: (await startRound(bed)).answerId },
    body: { text: "I would start with a baseline." },
  }),
  "POST /api/practice/answers/{id}/follow-ups/{index}": async (bed) => {
    const { answerId } = await startRound(bed);
    await explain(bed, answerId);
    return {
      who: "interviewee",
      params: { id: answerId, index: "0" },
      body: { text: "Because it is simple." },
    };
  },
  "POST /api/practice/answers/{id}/follow-ups/{index}/stream": async (bed) => {
    const { answerId } = await startRound(bed);
    await explain(bed, answerId);
    return { who: "interviewee", params: { id: answerId, index: "0" } };
  },
  "POST /api/practice/answers/{id}/hints": async (bed) => {
    const { answerId } = await startRound(bed);
    await explain(bed, answerId);
    await bed.pool.query(
      "update practice_answers set started_at = started_at - interval '30 minutes' where id = $1",
      [answerId],
    );
    return { who: "interviewee", params: { id: answerId } };
  },
  "POST /api/practice/answers/{id}/finish": async (bed) => ({
    who: "interviewee",
    params: { id: (await startRound(bed)).answerId },
    body: {},
  }),
  "PUT /api/practice/answers/{id}/ticks": async (bed) => {
    const { answerId } = await startRound(bed);
    await finish(bed, answerId);
    return { who: "interviewee", params: { id: answerId }, body: { ticks: [0] } };
  },
  "PUT /api/practice/answers/{id}/tests": async (bed, random) => {
    const { token } = await createPerson(bed, random);
    const { answerId, question } = await handInCode(bed, token);
    const all = (tests: readonly unknown[]) => ({ passed: tests.length, total: tests.length });
    const results = { visible: all(question.visibleTests), hidden: all(question.hiddenTests), failed: [] };
    return { who: "interviewee", token, params: { id: answerId }, body: results };
  },
  "GET /api/practice/rounds/{id}/report": async (bed, random) => {
    const { token, id } = await findReportedRound(bed, random);
    return { who: "interviewee", token, params: { id } };
  },
  // A report that could not be made, which the person requests again.
  "POST /api/practice/rounds/{id}/report": async (bed, random) => {
    const person = await createPerson(bed, random);
    const id = await endRound(bed, person);
    await bed.pool.query("update practice_reports set outcome = 'failed' where round_id = $1", [id]);
    return { who: "interviewee", token: person.token, params: { id } };
  },
  "POST /api/practice/rounds/{id}/report/claims/{claimId}/dispute": async (bed, random) => {
    const { token, id, claimId } = await findReportedRound(bed, random);
    return { who: "interviewee", token, params: { id, claimId }, body: { line: "I said more." } };
  },
  "POST /api/practice/rounds/{id}/report/useful": async (bed, random) => {
    const { token, id } = await findReportedRound(bed, random);
    return { who: "interviewee", token, params: { id }, body: { useful: true } };
  },
};

async function findDrill(bed: EndpointBed): Promise<string> {
  return (await send(bed, "interviewee", "GET", "/api/practice/drills")).sets[0].id;
}

async function findCards(bed: EndpointBed): Promise<string[]> {
  const { sets } = await send(bed, "interviewee", "GET", "/api/practice/drills");
  for (const { id } of sets as { id: string }[]) {
    const { cards } = await send(bed, "interviewee", "GET", `/api/practice/drills/${id}`);
    if (cards.length > 0) return (cards as { id: string }[]).map((card) => card.id);
  }
  return [];
}

async function startRound(bed: EndpointBed): Promise<{ id: string; answerId: string }> {
  const body = { role: "data-scientist", minutes: 15 };
  const { id, answer } = await send(bed, "interviewee", "POST", "/api/practice/rounds", body);
  return { id, answerId: answer.id };
}

async function explain(bed: EndpointBed, answerId: string): Promise<void> {
  const body = { text: "I would start with a baseline and compare everything with it." };
  await send(bed, "interviewee", "POST", `/api/practice/answers/${answerId}/explanation`, body);
}

async function finish(bed: EndpointBed, answerId: string): Promise<void> {
  await send(bed, "interviewee", "POST", `/api/practice/answers/${answerId}/finish`, {});
}

/** A round with a model in which a question was explained and its code handed in. */
async function handInCode(bed: EndpointBed, token: string) {
  const question = (await openQuestionBank()).all.find(
    (candidate): candidate is PythonQuestion => candidate.kind === "python",
  );
  if (question === undefined) throw new Error("no question has code");
  const chosen = { role: question.roles[0], minutes: 30, questionId: question.id, usesModel: true };
  const { id, answer } = await sendAs(bed, token, "POST", "/api/practice/rounds", chosen);
  const path = `/api/practice/answers/${answer.id}`;
  // The local model drafts points from reasons that have to do with the question.
  const text =
    "I would sort the array of scores once, because comparing every positive with every negative is too slow.";
  await sendAs(bed, token, "POST", `${path}/explanation`, { text });
  const unsure = "I don't know the complexity of this function.";
  await sendAs(bed, token, "POST", `${path}/follow-ups/0`, { text: unsure });
  await sendAs(bed, token, "POST", `${path}/finish`, {
    code: "def solve(values):\n    return sorted(values)",
  });
  return { id: id as string, answerId: answer.id as string, question };
}

/** Such a round that is over, so that its report is requested. Each person can request a few a day. */
export async function endRound(bed: EndpointBed, { token }: Person): Promise<string> {
  const { id } = await handInCode(bed, token);
  await sendAs(bed, token, "POST", `/api/practice/rounds/${id}/end`);
  return id;
}

interface ReportedRound {
  token: string;
  id: string;
  claimId: string;
}

const reportedRounds = new WeakMap<EndpointBed, Promise<ReportedRound>>();

/** A round whose report is made: one for all calls, which change their own answer to it. */
function findReportedRound(bed: EndpointBed, random: Random): Promise<ReportedRound> {
  const made = reportedRounds.get(bed) ?? makeReportedRound(bed, random);
  reportedRounds.set(bed, made);
  return made;
}

async function makeReportedRound(bed: EndpointBed, random: Random): Promise<ReportedRound> {
  const person = await createPerson(bed, random);
  const id = await endRound(bed, person);
  await makeDueRoundReport(bed.deps, { roundId: id });
  const { report } = await sendAs(bed, person.token, "GET", `/api/practice/rounds/${id}/report`);
  return { token: person.token, id, claimId: report.claims[0].id };
}
