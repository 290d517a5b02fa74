import { sumTests } from "@greenroom/contract/practice/rounds.js";
import {
  type InterviewItem,
  type InterviewRecord,
  interviewRecordSchema,
} from "@greenroom/contract/review/interview-record.ts";
import { areasOf } from "@greenroom/contract/review/tracks.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.js";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { sql } from "kysely";
import { v5 as nameId } from "uuid";
import type { Database } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { countUsage } from "../../review/reports/attempts.ts";
import { judgeReport } from "../../review/reports/drafting/draft-report.ts";
import { endsDrafting, modelJudge } from "../../review/reports/drafting/model-judge.ts";
import { awayMinutes, reasonOf, reportWithin } from "../../review/reports/make-report.ts";
import { stopWords } from "../../review/reports/verification/quotes.ts";
import {
  countShared,
  openQuestionBank,
  type QuestionBank,
  stemsOf,
} from "../../room/questions/question-bank.ts";
import type { TokenUsage } from "../../vendors/ai/port.ts";
import { ModelPaused, practiceModel } from "../model-calls.ts";
import { type Answer, findRound, type Round, selectAnswersOfRound } from "../rounds/store.ts";
import { findRequest } from "./round-report.ts";

/**
 * Has the model draft the report of a round, once, with the judge and the checks of interviews' reports. Rejects while
 * the model is unavailable, so that the job is retried, and gives up after half an hour, or once the attempts have used
 * the request's tokens: the measured facts and the model answers are on the answers' own pages.
 */
export async function makeDueRoundReport(deps: Deps, { roundId }: { roundId: string }): Promise<void> {
  const request = await findRequest(deps.database, roundId);
  if (request?.outcome !== "waiting") return;
  const now = deps.clock.now();
  const round = await findRound(deps.database, { id: roundId, userId: request.userId, now });
  if (round === null) return;
  const counted = deps.ai === null ? null : countUsage(practiceModel(deps, deps.ai, request.userId));
  const usage = counted?.usage ?? { inputTokens: 0, outputTokens: 0 };
  const fail = (problem: string, { isFinal }: { isFinal: boolean }) =>
    recordProblem(deps.database, roundId, { problem, isFinal, usage });
  if (counted === null) return await fail("no model is configured any more", { isFinal: true });
  const answers = await selectAnswersOfRound(deps.database, roundId);
  const bank = await openQuestionBank();
  const record = recordOfRound(bank, round, answers);
  const unrelated = unrelatedAnswers(bank, record);
  const areas = areasOf("general").map(({ name, label }) => ({ name, label }));
  const input = { record, rubric: { areas }, mentorScores: [], earlier: [], now, unrelated };
  try {
    const judge = modelJudge(counted.model, undefined, request.requestTokens);
    const report = await judgeReport(judge, input, { workers: deps.workers, within: reportWithin });
    await putReport(deps.database, roundId, { report, usage, madeAt: now });
  } catch (error) {
    const isUnusable = endsDrafting(error) || error instanceof ModelPaused;
    const isOver = now.getTime() - request.requestedAt.getTime() >= awayMinutes * 60_000;
    await fail(reasonOf(error), { isFinal: isUnusable || isOver });
    if (!isUnusable && !isOver) throw error;
    deps.log.warn({ roundId, problem: reasonOf(error) }, "a practice round got no report");
  }
}

/**
 * A round as the record of an interview, from which reports are made. The questions, follow-ups and hints are the
 * interviewer's, and the answers are chat messages, because they may be typed. It has nothing of the answer key except
 * hints that were opened and the names of tests.
 */
export function recordOfRound(bank: QuestionBank, round: Round, answers: readonly Answer[]): InterviewRecord {
  return interviewRecordSchema.parse({
    bookingId: round.id,
    startTime: round.startedAt.toISOString(),
    endTime: (round.endedAt ?? round.endsAt).toISOString(),
    goal: null,
    track: "general",
    items: answers
      .filter(({ explanation }) => explanation !== "")
      .flatMap((answer) => itemsOf(answer, bank.find(answer.questionId)))
      .sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  });
}

function itemsOf(answer: Answer, question: Question | undefined): InterviewItem[] {
  const { startedAt, explainedAt, finishedAt, hintsOpenedAt, followUps } = answer;
  const saidAt = explainedAt ?? startedAt;
  const end = finishedAt ?? saidAt;
  return [
    {
      kind: "question",
      id: itemId(answer, "question"),
      at: startedAt.toISOString(),
      party: "interviewer",
      questionId: question?.id ?? null,
      title: answer.questionTitle,
      prompt: question?.prompt ?? "",
    },
    ...hintsOpenedAt.flatMap((at, index) => {
      const hint = question?.hints[index];
      return hint === undefined
        ? []
        : chat(answer, { name: `hint ${index}`, at, party: "interviewer", text: `Hint: ${hint}` });
    }),
    ...chat(answer, { name: "explanation", at: saidAt, party: "interviewee", text: answer.explanation }),
    ...followUps.flatMap((followUp, index) => {
      // It was asked when the one before it was answered.
      const askedAt = new Date(followUps[index - 1]?.answeredAt ?? saidAt);
      const at = new Date(followUp.answeredAt ?? askedAt);
      const { ask, answer: text } = followUp;
      return [
        ...chat(answer, { name: `follow-up ${index}`, at: askedAt, party: "interviewer", text: ask }),
        ...chat(answer, { name: `defense ${index}`, at, party: "interviewee", text: text ?? "" }),
      ];
    }),
    ...codeItems(answer, question, end),
  ];
}

/**
 * A text as chat items of at most 4,000 UTF-16 units, cut between words where it is too long for one. The pattern counts
 * characters, which have one or two units.
 */
function chat(
  answer: Answer,
  { name, at, party, text }: { name: string; at: Date; party: Party; text: string },
): InterviewItem[] {
  const pieces = text.match(/\S[\s\S]{0,1999}(?!\S)|\S{1,2000}/gu) ?? [];
  return pieces.map((piece, index) => ({
    kind: "chat",
    id: itemId(answer, `${name} ${index}`),
    at: at.toISOString(),
    party,
    text: piece.trim(),
  }));
}

function codeItems(answer: Answer, question: Question | undefined, end: Date): InterviewItem[] {
  const { code, tests } = answer;
  if (code === null || code.trim() === "") return [];
  const starterCode = question !== undefined && question.kind !== "talk" ? question.starterCode : "";
  const otherLines = startedLines(starterCode, code);
  const language = question?.kind === "sql" ? "sql" : "python";
  const at = end.toISOString();
  const written: InterviewItem = {
    kind: "code",
    id: itemId(answer, "code"),
    ...{ at, language, text: code, otherLines },
    editedBy: ["interviewee"],
  };
  const ran = sumTests(tests);
  if (ran === null) return [written];
  const { passed, total } = ran;
  const failed = (tests?.failed ?? []).map((name) => `Failed: ${name}`);
  const run: InterviewItem = {
    kind: "run",
    id: itemId(answer, "tests"),
    ...{ at, language, code, otherLines },
    party: "interviewee",
    output: [`${passed} of ${total} tests passed.`, ...failed].join("\n"),
    outcome: passed === total ? "finished" : "failed",
    durationMs: 0,
  };
  return [written, run];
}

/** The numbers of the code's lines that were in the starter code: nobody wrote them in the round. */
function startedLines(starterCode: string, code: string): number[] {
  const given = new Set(starterCode.split("\n").map((line) => line.trim()));
  return code
    .split("\n")
    .flatMap((line, index) => (line.trim() !== "" && given.has(line.trim()) ? index : []));
}

/** The same part of an answer always has the same id. */
function itemId(answer: Answer, name: string): string {
  return nameId(name, answer.id);
}

/* Finds answers that have nothing in common with their question. Word lists alone cannot tell a good answer from a bad
 * one, but an answer about something else uses none of the question's terms. */

/** Words that occur in any reasoning and say nothing about the subject. */
const reasoningWords =
  "again also always because both each even every example first give given instead keep less made makes most much need never only other same second since still such takes than then therefore while would".split(
    " ",
  );
const ignored = new Set([...stopWords, ...reasoningWords].flatMap((word) => [...stemsOf(word)]));

/**
 * How many of an answer's terms must be terms of its question. One or two are shared by chance: "stopped early" is said
 * of rain, too.
 */
function neededTerms(count: number): number {
  if (count < 4) return 1;
  return count < 8 ? 2 : Math.max(3, count * 0.12);
}

/**
 * The ids of the candidate's answers in a round's record that have nothing in common with their question. An
 * answer to a follow-up may be about something that the candidate brought up, so it counts together with the
 * answers before it.
 */
export function unrelatedAnswers(bank: QuestionBank, { items }: InterviewRecord): Set<string> {
  const unrelated = new Set<string>();
  let vocabulary: ReadonlySet<string> | null = null;
  let saidSoFar = "";
  for (const item of items) {
    if (item.kind === "question") {
      const question = item.questionId === null ? undefined : bank.find(item.questionId);
      // A story from a person's own work may share no term with its question.
      const isJudged = question !== undefined && question.topic !== "behavioral";
      vocabulary = isJudged ? termsOf(textsOf(question)) : null;
      saidSoFar = "";
    }
    if (item.kind !== "chat" || item.party !== "interviewee" || vocabulary === null) continue;
    saidSoFar = `${saidSoFar}\n${item.text}`;
    if (isUnrelated(item.text, vocabulary) && isUnrelated(saidSoFar, vocabulary)) unrelated.add(item.id);
  }
  return unrelated;
}

function isUnrelated(text: string, vocabulary: ReadonlySet<string>): boolean {
  // The bank is in English, so an answer in another script has other words for the same things.
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters === 0 || latin / letters < 0.9) return false;
  const terms = termsOf([text]);
  return countShared(terms, vocabulary) < neededTerms(terms.size);
}

function termsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set([...stemsOf(texts.join("\n"))].filter((stem) => stem.length > 2 && !ignored.has(stem)));
}

/** All texts of a question, with its answer key. Its terms are only counted, and neither stored nor sent. */
function textsOf(question: Question): string[] {
  const { title, prompt, clarifications, hints, followUps, criteria, modelAnswer, commonErrors } = question;
  return [
    title,
    prompt,
    modelAnswer,
    ...hints,
    ...commonErrors,
    ...clarifications.flatMap((each) => [each.question, each.answer]),
    ...followUps.flatMap(({ when, ask }) => [when, ask]),
    ...criteria.flatMap(({ name, one, three, five }) => [name, one, three, five]),
    ...(question.kind === "talk" ? [] : [question.starterCode, question.referenceSolution]),
  ];
}

/** Stores a report. Does nothing if its account was closed meanwhile, because the request is gone then. */
async function putReport(
  database: Database,
  roundId: string,
  { report, madeAt, usage }: { report: AiFeedback; madeAt: Date; usage: TokenUsage },
): Promise<void> {
  await database
    .updateTable("practiceReports")
    .set({
      outcome: "made",
      report: JSON.stringify(report),
      ...added(usage),
      madeAt,
      problem: null,
    })
    .where("roundId", "=", roundId)
    .where("outcome", "=", "waiting")
    .execute();
}

/** Stores why there is no report, or not yet. */
async function recordProblem(
  database: Database,
  roundId: string,
  { problem, isFinal, usage }: { problem: string; isFinal: boolean; usage: TokenUsage },
): Promise<void> {
  await database
    .updateTable("practiceReports")
    .set({ problem, ...added(usage), ...(isFinal ? { outcome: "failed" } : {}) })
    .where("roundId", "=", roundId)
    .where("outcome", "=", "waiting")
    .execute();
}

/** The tokens of all attempts with this one. */
function added({ inputTokens, outputTokens }: TokenUsage) {
  return {
    inputTokens: sql<number>`coalesce(input_tokens, 0) + ${inputTokens}`,
    outputTokens: sql<number>`coalesce(output_tokens, 0) + ${outputTokens}`,
    requestTokens: sql<number>`request_tokens + ${inputTokens + outputTokens}`,
  };
}
