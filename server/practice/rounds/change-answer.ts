import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { answerOnce } from "../../kernel/idempotency/answer-once.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { lockAccount } from "../../people/accounts/lock-account.ts";
import { openQuestionBank, type QuestionBank } from "../../room/question-bank/bank.ts";
import { checkMayPractice } from "../../room/questions/questions-in-interview.ts";
import { checkMaySeeKey } from "./open-question/open-question.ts";
import { presentAnswer } from "./present.ts";
import { type Answer, findAnswer, findAnswerForUpdate, findRound, replaceAnswer } from "./store.ts";

export interface ChangeContext {
  now: Date;
  /** Whether a language model takes part in the round. */
  usesModel: boolean;
  /** The round was ended by its person or by starting another one, or its time and the grace are over. */
  isRoundEnded: boolean;
}

export type AnswerChange = (answer: Answer, question: Question, context: ChangeContext) => Answer;

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
  const { database, clock } = deps;
  const bank = await openQuestionBank();
  const result: { answer?: PracticeAnswer } = {};
  await answerOnce<{ answerId: string }>({ database, now: clock.now() }, request, async (keep) => {
    const stored = { answerId: id };
    result.answer = await inTransaction(database, async (tx) => {
      await lockAccount(tx, actor.userId);
      const { answer, question } = checkKnown(bank, await findAnswerForUpdate(tx, id, actor.userId));
      const now = clock.now();
      await checkMayPractice(tx, actor, { questionId: question.id, now });
      await checkMaySeeKey(tx, actor, { questionId: question.id, answerId: id, now });
      const round = await findRound(tx, { id: answer.roundId, userId: actor.userId, now });
      const usesModel = deps.ai !== null && (round?.usesModel ?? false);
      const changed = change(answer, question, {
        now,
        usesModel,
        isRoundEnded: round !== null && round.endedAt !== null,
      });
      await replaceAnswer(tx, changed);
      await keep(tx, stored);
      return presentAnswer(bank, changed);
    });
    return stored;
  });
  return result.answer ?? (await readAnswer(deps, actor, id));
}

async function readAnswer(deps: Deps, actor: Actor, id: string): Promise<PracticeAnswer> {
  const bank = await openQuestionBank();
  const { answer, question } = checkKnown(bank, await findAnswer(deps.database, id, actor.userId));
  const now = deps.clock.now();
  await checkMayPractice(deps.database, actor, { questionId: question.id, now });
  await checkMaySeeKey(deps.database, actor, { questionId: question.id, answerId: id, now });
  return presentAnswer(bank, answer);
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
export function checkTakesAnswers({ stage }: Answer, { isRoundEnded }: ChangeContext): void {
  if (isRoundEnded && stage !== "done")
    throw wrongStage("This round has ended, so it takes no more answers.");
}

export function wrongStage(msg: string): AppError {
  return new AppError("conflict", { msg });
}

export function unknownAnswer(): AppError {
  return new AppError("not_found", { msg: "This answer does not exist." });
}

export function unknownRound(): AppError {
  return new AppError("not_found", { msg: "This practice round does not exist." });
}
