import { countOf } from "@greenroom/contract/kernel/plain-text.ts";
import { addSpeech, type MeasuredSpeech, type PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { TestCount } from "@greenroom/contract/room/questions.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { AskedFollowUp } from "../../kernel/db/stored-json.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { answerOnce, type KeyedRequest } from "../../kernel/idempotency.ts";
import { lockAccount } from "../../people/accounts/account.ts";
import { checkMayPractice } from "../../room/questions/asked-questions.ts";
import { openQuestionBank, type QuestionBank } from "../../room/questions/question-bank.ts";
import { chooseFollowUp, nextHintOpensAt } from "./choose.ts";
import { presentAnswer } from "./present.ts";
import { type Answer, findAnswer, findOpenAnswer, findRound, replaceAnswer } from "./store.ts";

interface ChangeContext {
  now: Date;
  /** Whether a language model takes part in the round. */
  usesModel: boolean;
  /** The round was ended by its person or by starting another one, or its time and the grace are over. */
  isRoundEnded: boolean;
}

type AnswerChange = (answer: Answer, question: Question, context: ChangeContext) => Answer;

/**
 * Changes the actor's answer with a function. A keyed request that is sent again changes nothing and gets the answer as it
 * is now. Throws `not_found`, also for a question that the bank no longer has, and `conflict` while the actor's interview
 * contains the question, while another answer to it is open, or if the key names another request.
 */
export async function changeAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  change: AnswerChange,
  request: KeyedRequest | null = null,
): Promise<PracticeAnswer> {
  const bank = await openQuestionBank();
  const { result } = await changeOnce(deps, request, { answerId: id }, async (tx) => {
    await lockAccount(tx, actor.userId);
    const { answer, question } = checkKnown(bank, await findAnswer(tx, id, actor.userId, true));
    const now = deps.clock.now();
    await checkMayAnswer(tx, actor, { questionId: question.id, answerId: id, now });
    const round = await findRound(tx, { id: answer.roundId, userId: actor.userId, now });
    const usesModel = deps.ai !== null && (round?.usesModel ?? false);
    const isRoundEnded = round !== null && round.endedAt !== null;
    const changed = change(answer, question, { now, usesModel, isRoundEnded });
    await replaceAnswer(tx, changed);
    return presentAnswer(bank, changed);
  });
  if (result !== undefined) return result;
  const { answer } = await getOwnAnswer(deps, actor, id);
  return presentAnswer(bank, answer);
}

/**
 * Makes a change in a transaction, once for each keyed request, and remembers `stored` for a repetition. Without a result
 * if this is one.
 */
export async function changeOnce<Stored, Result>(
  { database, clock }: Deps,
  request: KeyedRequest | null,
  stored: Stored,
  change: (tx: Tx) => Promise<Result>,
): Promise<{ stored: Stored; result?: Result }> {
  const done: { result?: Result } = {};
  const kept = await answerOnce<Stored>({ database, now: clock.now() }, request, async (keep) => {
    done.result = await inTransaction(database, async (tx) => {
      const result = await change(tx);
      await keep(tx, stored);
      return result;
    });
    return stored;
  });
  return { stored: kept, ...done };
}

/** The actor's answer with its question. Throws as `changeAnswer` does. */
export async function getOwnAnswer(deps: Deps, actor: Actor, id: string) {
  const bank = await openQuestionBank();
  const known = checkKnown(bank, await findAnswer(deps.database, id, actor.userId));
  const read = { questionId: known.question.id, answerId: id, now: deps.clock.now() };
  await checkMayAnswer(deps.database, actor, read);
  return { bank, ...known };
}

function checkKnown(bank: QuestionBank, answer: Answer | null): { answer: Answer; question: Question } {
  const question = answer === null ? undefined : bank.find(answer.questionId);
  if (answer === null || question === undefined) throw unknownAnswer();
  return { answer, question };
}

/**
 * Throws `conflict` if the answer's round has ended before the answer was finished. A finished one still takes test results
 * and ticks, which belong to its comparison.
 */
function checkTakesAnswers({ stage }: Answer, { isRoundEnded }: ChangeContext): void {
  if (isRoundEnded && stage !== "done") throw conflict("This round has ended, so it takes no more answers.");
}

export function unknownAnswer(): AppError {
  return new AppError("not_found", { msg: "This answer does not exist." });
}

export function unknownRound(): AppError {
  return new AppError("not_found", { msg: "This practice round does not exist." });
}

/** Stores the actor's explanation and asks the first follow-up. Throws `conflict` if it was already given. */
export async function explainAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  { text, speech }: { text: string; speech: MeasuredSpeech | null },
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const explain: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    if (answer.stage !== "explain") throw conflict("You have already explained this.");
    const explained: Answer = {
      ...answer,
      explanation: text,
      explainedAt: context.now,
      speech: addSpeech(answer.speech, speech),
      stage: "defend",
    };
    return askNext(explained, question, context);
  };
  return await changeAnswer(deps, actor, id, explain, request);
}

/** Answers the open follow-up; a blank answer skips it. Throws `conflict` if another one or none is open. */
export async function answerFollowUp(
  deps: Deps,
  actor: Actor,
  id: string,
  { index, text, speech }: { index: number; text: string; speech: MeasuredSpeech | null },
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const defend: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    const open = answer.followUps.findIndex((followUp) => followUp.answer === null);
    if (answer.stage !== "defend" || open !== index) throw conflict("This follow-up is not open.");
    const followUps = answer.followUps.map((followUp, place) =>
      place === index ? answered(followUp, text, context.now) : followUp,
    );
    return askNext({ ...answer, followUps, speech: addSpeech(answer.speech, speech) }, question, context);
  };
  return await changeAnswer(deps, actor, id, defend, request);
}

/** An answered follow-up keeps the text that it had, so a model can no longer replace it. */
function answered(followUp: AskedFollowUp, text: string, now: Date): AskedFollowUp {
  const settled: AskedFollowUp =
    followUp.source === "pending" ? { ...followUp, source: "fallback" } : followUp;
  return { ...settled, answer: text, answeredAt: now.toISOString() };
}

/**
 * Asks the follow-up that best matches the answers so far. After the last one, the code is next, or the answer is
 * finished.
 */
function askNext(answer: Answer, question: Question, { now, usesModel }: ChangeContext): Answer {
  const said = [answer.explanation, ...answer.followUps.map((followUp) => followUp.answer ?? "")];
  const asked = answer.followUps.map(({ index }) => index);
  const index = chooseFollowUp(question.followUps, asked, said.join(" "));
  const ask = index === null ? undefined : question.followUps[index]?.ask;
  if (index !== null && ask !== undefined) {
    const source = usesModel ? "pending" : "bank";
    return { ...answer, followUps: [...answer.followUps, { index, ask, answer: null, source }] };
  }
  return question.kind === "talk"
    ? { ...answer, stage: "done", finishedAt: now }
    : { ...answer, stage: "code" };
}

/** Opens the next hint. Throws `conflict` before its time, and if there is none. */
export async function openHint(
  deps: Deps,
  actor: Actor,
  id: string,
  request: KeyedRequest | null,
): Promise<PracticeAnswer> {
  const open: AnswerChange = (answer, question, context) => {
    checkTakesAnswers(answer, context);
    const { now } = context;
    if (answer.stage === "done") throw conflict("You have finished this question.");
    const { startedAt, hintsOpenedAt } = answer;
    const opensAt = nextHintOpensAt(startedAt, question, hintsOpenedAt.length);
    if (opensAt === null) throw conflict("All hints are open.");
    if (now < opensAt) {
      const seconds = Math.ceil((opensAt.getTime() - now.getTime()) / 1000);
      throw conflict(`This hint opens in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`);
    }
    return { ...answer, hintsOpenedAt: [...hintsOpenedAt, now] };
  };
  return await changeAnswer(deps, actor, id, open, request);
}

/**
 * Finishes the actor's answer as it is. Repeating the request changes nothing. Throws `invalid_input` for code if
 * the question has no code task, and `conflict` if the answer was finished with other code.
 */
export async function finishAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  { code, visible }: { code: string | null; visible: TestCount | null },
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question, context) => {
    checkTakesAnswers(answer, context);
    if (answer.stage === "done") {
      if (code !== answer.code) throw conflict("You have already finished this with other code.");
      return answer;
    }
    if (question.kind === "talk" && code !== null) throw invalidField("code", "This question has no code.");
    if (visible !== null) checkCount("visible", visible, question, "visibleTests");
    const tests = visible === null || code === null ? null : { visible, hidden: null, failed: [] };
    return { ...answer, stage: "done", finishedAt: context.now, code, tests };
  });
}

/**
 * Stores the result of all tests for the actor's code; only the first result counts. Throws `conflict` before the
 * code is submitted.
 */
export async function keepTestResults(
  deps: Deps,
  actor: Actor,
  id: string,
  results: { visible: TestCount; hidden: TestCount; failed: string[] },
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question) => {
    if (answer.stage !== "done" || answer.code === null) throw conflict("Hand in your code first.");
    if (answer.tests !== null && answer.tests.hidden !== null) return answer;
    checkCount("visible", results.visible, question, "visibleTests");
    checkCount("hidden", results.hidden, question, "hiddenTests");
    return { ...answer, tests: { ...results, failed: namesOfTests(question, results.failed) } };
  });
}

/** Keeps only names of the question's own tests. */
function namesOfTests(question: Question, names: readonly string[]): string[] {
  if (question.kind === "talk") return [];
  const known = new Set([...question.visibleTests, ...question.hiddenTests].map(({ name }) => name));
  return [...new Set(names)].filter((name) => known.has(name));
}

/** Throws `invalid_input` unless all tests of this kind were counted. */
function checkCount(
  path: string,
  { total }: TestCount,
  question: Question,
  which: "visibleTests" | "hiddenTests",
): void {
  const tests = question.kind === "talk" ? 0 : question[which].length;
  if (total !== tests) throw invalidField(path, `This question has ${countOf(tests, "test")} of this kind.`);
}

/**
 * Stores which criteria the actor ticked as met. Throws `conflict` before the answer is finished, and
 * `invalid_input`.
 */
export async function tickCriteria(
  deps: Deps,
  actor: Actor,
  id: string,
  ticks: number[],
): Promise<PracticeAnswer> {
  return await changeAnswer(deps, actor, id, (answer, question) => {
    if (answer.stage !== "done") throw conflict("Finish this question first.");
    const places = [...new Set(ticks)].sort((a, b) => a - b);
    if (places.some((place) => place >= question.criteria.length))
      throw invalidField("ticks", `This question has ${question.criteria.length} criteria.`);
    return { ...answer, ticks: places };
  });
}

/** The question that the actor answers in a practice round right now; null if there is none. */
export async function findOpenQuestion(
  database: Database | Tx,
  { userId }: Pick<Actor, "userId">,
  now: Date,
): Promise<string | null> {
  return (await findOpenAnswer(database, userId, now))?.questionId ?? null;
}

interface KeyRead {
  questionId: string;
  /** The answer that is read; the open answer itself may be. */
  answerId?: string;
  now: Date;
}

/**
 * Throws `conflict` while the actor's interview contains this question, or while they answer it in a practice round,
 * because another answer to it or a card contains the answer key.
 */
export async function checkMayAnswer(
  database: Database | Tx,
  { userId }: Pick<Actor, "userId">,
  { questionId, answerId, now }: KeyRead,
): Promise<void> {
  await checkMayPractice(database, { userId }, { questionId, now });
  const open = await findOpenAnswer(database, userId, now);
  if (open !== null && open.questionId === questionId && open.id !== answerId)
    throw conflict("This question is open in your practice round. Finish it there first.");
}
