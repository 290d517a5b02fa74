import type { QuestionTopic } from "@greenroom/contract/kernel/topics.ts";
import {
  maxStoredAnswers,
  type PracticeRound,
  type RoundMinutes,
  roundQuestions,
} from "@greenroom/contract/practice/rounds.ts";
import type { QuestionLevel, QuestionRole } from "@greenroom/contract/room/questions.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict, invalidField } from "../../kernel/errors.ts";
import type { KeyedRequest } from "../../kernel/idempotency.ts";
import { newId } from "../../kernel/ids.ts";
import { defineJob } from "../../kernel/jobs.ts";
import { isDeletedWhenLocked, lockAccount } from "../../people/accounts/account.ts";
import { checkMayPractice, listQuestionsInInterview } from "../../room/questions/asked-questions.ts";
import { openQuestionBank, type QuestionBank } from "../../room/questions/question-bank.ts";
import { requestReports } from "../round-reports/round-report.ts";
import { changeOnce, checkMayAnswer, unknownRound } from "./answers.ts";
import { chooseQuestion, minMinutesLeft } from "./choose.ts";
import { presentRound } from "./present.ts";
import {
  type Answer,
  addAnswer,
  endRounds,
  findRound,
  graceEndOf,
  type Round,
  selectAnswersOfRound,
  selectAskedQuestions,
} from "./store.ts";

/** More questions than the bank contains, so that no asked question is left out. */
const rememberedQuestions = 500;

/** The queue's clock is the database's, and may be ahead of ours by less than this. */
const clockDifferenceMilliseconds = 5_000;

interface NewRound {
  role: QuestionRole;
  level?: QuestionLevel | undefined;
  topic?: QuestionTopic | undefined;
  minutes: RoundMinutes;
  questionId?: string | undefined;
  usesModel: boolean;
}

/**
 * Starts a round with its first question and ends the open one. A chosen question decides the role. A keyed request that
 * is sent again gets the round that it started. Throws `invalid_input` for an unknown question, and `conflict` while the
 * actor's interview contains it or if the key names another request.
 */
export async function startRound(
  deps: Deps,
  { userId }: Pick<Actor, "userId">,
  { role, level, topic, minutes, questionId, usesModel }: NewRound,
  request: KeyedRequest | null,
): Promise<PracticeRound> {
  const bank = await openQuestionBank();
  const wanted = questionId === undefined ? undefined : bank.find(questionId);
  if (questionId !== undefined && wanted === undefined)
    throw invalidField("questionId", "There is no such question.");
  const now = deps.clock.now();
  if (questionId !== undefined) await checkMayPractice(deps.database, { userId }, { questionId, now });
  const endsAt = new Date(now.getTime() + minutes * 60_000);
  const round: Round = {
    id: newId(),
    userId,
    role: roleOf(wanted, role),
    level: level ?? null,
    topic: topic ?? null,
    minutes,
    startedAt: now,
    endsAt,
    endedAt: null,
    usesModel: usesModel && deps.ai !== null,
  };
  return await goOnOnce(deps, { userId }, round.id, request, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`practice of ${userId}`]);
    const last = await tx
      .selectFrom("practiceAnswers")
      .select("id")
      .where("userId", "=", userId)
      .orderBy("startedAt", "desc")
      .offset(maxStoredAnswers - 1)
      .limit(1)
      .executeTakeFirst();
    if (last !== undefined)
      throw conflict(
        `You have stored ${maxStoredAnswers.toLocaleString("en")} answers, which is the most that we keep for one person.`,
      );
    await requestReports(deps, tx, await endRounds(tx, { userId, now }), userId);
    await tx.insertInto("practiceRounds").values(round).execute();
    const payload = { roundId: round.id, userId };
    await deps.jobs.enqueue(tx, endRoundInTime, payload, {
      startAfter: new Date(graceEndOf(endsAt).getTime() + clockDifferenceMilliseconds),
    });
    const question = wanted ?? (await choose(tx, bank, round, now));
    if (question === undefined)
      throw conflict("No other question for this role is left. You can practice after your interview.");
    const answer = newAnswer(round, question, now);
    await addAnswer(tx, answer);
    return presentRound(bank, round, [answer], now);
  });
}

/** Asks a question in a transaction, once for each keyed request. */
async function goOnOnce(
  deps: Deps,
  actor: Pick<Actor, "userId">,
  id: string,
  request: KeyedRequest | null,
  ask: (tx: Tx) => Promise<PracticeRound>,
): Promise<PracticeRound> {
  const { stored, result } = await changeOnce(deps, request, { roundId: id }, ask);
  return result ?? (await readRound(deps.database, actor, stored.roundId, deps.clock.now()));
}

/**
 * The role of a round. A question that a person chose from their history or plan can be for another role than the one
 * that the page last practiced, and the questions after it must be for the same role as the first.
 */
function roleOf(wanted: Question | undefined, role: QuestionRole): QuestionRole {
  if (wanted === undefined || wanted.roles.includes(role)) return role;
  return wanted.roles[0] ?? role;
}

/**
 * Throws `not_found`, and `conflict` while the actor's interview contains the newest question or another answer to it is
 * open.
 */
export async function getRound(deps: Deps, actor: Actor, id: string): Promise<PracticeRound> {
  return await readRound(deps.database, actor, id, deps.clock.now());
}

async function readRound(
  database: Database | Tx,
  actor: Pick<Actor, "userId">,
  id: string,
  now: Date,
): Promise<PracticeRound> {
  const round = await findRound(database, { id, userId: actor.userId, now });
  if (round === null) throw unknownRound();
  const answers = await selectAnswersOfRound(database, id);
  const newest = answers.at(-1);
  if (newest !== undefined) {
    const { id: answerId, questionId } = newest;
    await checkMayAnswer(database, actor, { questionId, answerId, now });
  }
  return presentRound(await openQuestionBank(), round, answers, now);
}

/**
 * Asks the next question of the actor's round. A keyed request that is sent again gets the round as it is now. Throws
 * `not_found`, and `conflict` while a question is open, after the time is over or if the key names another request.
 */
export async function nextQuestion(
  deps: Deps,
  actor: Actor,
  id: string,
  request: KeyedRequest | null,
): Promise<PracticeRound> {
  const bank = await openQuestionBank();
  const now = deps.clock.now();
  return await goOnOnce(deps, actor, id, request, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`practice of ${actor.userId}`]);
    const round = await findRound(tx, { id, userId: actor.userId, now });
    if (round === null) throw unknownRound();
    const answers = await selectAnswersOfRound(tx, id);
    checkCanGoOn(round, answers, now);
    const question = await choose(tx, bank, round, now);
    if (question === undefined) throw conflict("This round has no question left.");
    const answer = newAnswer(round, question, now);
    await addAnswer(tx, answer);
    return presentRound(bank, round, [...answers, answer], now);
  });
}

/**
 * Ends the actor's round; does nothing if it has ended. Throws `not_found`, and `conflict` while the actor's interview
 * contains the newest question.
 */
export async function endRound(deps: Deps, actor: Actor, id: string): Promise<PracticeRound> {
  const { userId } = actor;
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    await requestReports(deps, tx, await endRounds(tx, { userId, id, now }), userId);
    return await readRound(tx, actor, id, now);
  });
}

/** Ends a practice round whose time is over and that nobody has ended. */
export const endRoundInTime = defineJob(
  "practice.end-round",
  z.object({ roundId: z.string(), userId: z.string() }),
);

/** Ends a round whose person did not, after its time and the grace. */
export async function endOverdueRound(
  deps: Deps,
  { roundId, userId }: { roundId: string; userId: string },
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    if (await isDeletedWhenLocked(tx, userId)) return;
    await lockSubjects(tx, [`practice of ${userId}`]);
    const round = await findRound(tx, { id: roundId, userId, now });
    if (round === null || round.endedAt === null) return;
    await requestReports(deps, tx, await endRounds(tx, { userId, id: roundId, now }), userId);
  });
}

function checkCanGoOn(round: Round, answers: readonly Answer[], now: Date): void {
  const minutesLeft = (round.endsAt.getTime() - now.getTime()) / 60_000;
  if (round.endedAt !== null || minutesLeft < minMinutesLeft)
    throw conflict("There is no time left for another question. Start a new round.");
  if (answers.at(-1)?.stage !== "done") throw conflict("Finish this question first.");
  if (answers.length >= roundQuestions) throw conflict(`A round has at most ${roundQuestions} questions.`);
}

async function choose(tx: Tx, bank: QuestionBank, round: Round, now: Date): Promise<Question | undefined> {
  return chooseQuestion({
    questions: bank.all,
    role: round.role,
    level: round.level,
    topic: round.topic,
    roundId: round.id,
    minutesLeft: (round.endsAt.getTime() - now.getTime()) / 60_000,
    inInterview: await listQuestionsInInterview(tx, round, now),
    answered: await selectAskedQuestions(tx, round.userId, rememberedQuestions),
  });
}

function newAnswer({ id, userId }: Round, question: Question, now: Date): Answer {
  return {
    id: newId(),
    roundId: id,
    userId,
    questionId: question.id,
    questionVersion: question.version,
    questionTitle: question.title,
    stage: "explain",
    startedAt: now,
    explainedAt: null,
    finishedAt: null,
    explanation: "",
    followUps: [],
    hintsOpenedAt: [],
    code: null,
    tests: null,
    speech: null,
    ticks: [],
  };
}
