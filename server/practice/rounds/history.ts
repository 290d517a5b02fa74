import { questionTopics } from "@greenroom/contract/kernel/topics.ts";
import {
  answersPerPage,
  type listAnswers as listAnswersEndpoint,
  type PracticeAnswer,
  type PracticeProgress,
  practiceProgressDays,
  sumTests,
} from "@greenroom/contract/practice/rounds.ts";
import type z from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { openQuestionBank } from "../../room/questions/question-bank.ts";
import { countReviews, listRecentDays } from "../drills/drills.ts";
import { isSwitchedOn } from "../model-calls.ts";
import { checkMayAnswer, unknownAnswer } from "./answers.ts";
import { presentAnswer, presentHistoryItem } from "./present.ts";
import { answers, findAnswer, findOpenRound, selectAnswerSummaries } from "./store.ts";

const comparedAnswers = 5;

/** A page of the actor's answers, newest first. Throws `not_found` if `after` is not one of them. */
export async function listAnswers(
  deps: Deps,
  actor: Actor,
  after: string | undefined,
): Promise<z.output<typeof listAnswersEndpoint.output>> {
  const { database } = deps;
  const last = after === undefined ? null : await findAnswer(database, after, actor.userId);
  if (after !== undefined && last === null) throw unknownAnswer();
  const rows = await selectAnswerSummaries(database, actor.userId, {
    after: last,
    limit: answersPerPage + 1,
  });
  const bank = await openQuestionBank();
  const isModelOn = await isSwitchedOn(deps);
  return {
    openRoundId: await findOpenRound(database, actor.userId, deps.clock.now()),
    model: isModelOn ? (deps.ai?.name ?? null) : null,
    answers: rows.slice(0, answersPerPage).map((row) => presentHistoryItem(bank, row)),
    hasMore: rows.length > answersPerPage,
  };
}

/**
 * One of the actor's answers, with earlier answers to the same question. Throws `not_found`, and `conflict` while the
 * actor's interview contains the question or another answer to it is open.
 */
export async function getAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<{ answer: PracticeAnswer; earlier: PracticeAnswer[] }> {
  const answer = await findAnswer(deps.database, id, actor.userId);
  if (answer === null) throw unknownAnswer();
  const { questionId } = answer;
  const now = deps.clock.now();
  await checkMayAnswer(deps.database, actor, { questionId, answerId: id, now });
  const bank = await openQuestionBank();
  // While an answer is open, earlier ones are left out, because they contain the answer key.
  if (answer.stage !== "done") return { answer: presentAnswer(bank, answer), earlier: [] };
  const earlier = await answers(deps.database)
    .where("userId", "=", actor.userId)
    .where("questionId", "=", questionId)
    .where("startedAt", "<", answer.startedAt)
    .where("finishedAt", "is not", null)
    .orderBy("startedAt", "desc")
    .limit(comparedAnswers)
    .execute();
  return { answer: presentAnswer(bank, answer), earlier: earlier.map((each) => presentAnswer(bank, each)) };
}

const countedAnswers = 500;

/** The actor's drills and practice of the last weeks, by topic. Topics without activity are left out. */
export async function getPracticeProgress(deps: Deps, { userId }: Actor): Promise<PracticeProgress> {
  const bank = await openQuestionBank();
  const since = new Date(deps.clock.now().getTime() - practiceProgressDays * 86_400_000);
  const reviews = await countReviews(deps, bank, { userId, since });
  const finished = await deps.database
    .selectFrom("practiceAnswers")
    .select(["questionId", "tests"])
    .where("userId", "=", userId)
    .where("startedAt", ">=", since)
    .where("finishedAt", "is not", null)
    .orderBy("startedAt", "desc")
    .limit(countedAnswers)
    .execute();
  const topics = questionTopics.map((topic) => {
    const answered = finished.filter(({ questionId }) => bank.find(questionId)?.topic === topic);
    const ran = answered.map(({ tests }) => sumTests(tests));
    return {
      topic,
      ...(reviews.get(topic) ?? { reviews: 0, known: 0 }),
      answers: answered.length,
      testsPassed: ran.reduce((sum, tests) => sum + (tests?.passed ?? 0), 0),
      testsTotal: ran.reduce((sum, tests) => sum + (tests?.total ?? 0), 0),
    };
  });
  return {
    days: await listRecentDays(deps, userId),
    topics: topics.filter(({ topic, answers }) => reviews.has(topic) || answers > 0),
  };
}

/** Deletes the drills, rounds, answers, reports and counted calls of a person who closes their account. */
export async function erasePractice(tx: Tx, userId: string): Promise<void> {
  for (const table of erasedTables) await tx.deleteFrom(table).where("userId", "=", userId).execute();
}

/** Answers before their rounds; reports are deleted with their rounds. */
const erasedTables = [
  "drillReviews",
  "drillCards",
  "drillDays",
  "drillGoals",
  "practiceAnswers",
  "practiceRounds",
  "practiceModelCalls",
] as const;
