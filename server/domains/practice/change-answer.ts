import type { PracticeAnswer } from "@greenroom/contract/practice/rounds.ts";
import type { Question } from "@greenroom/questions/schema.ts";
import type { Actor } from "../../core/actor.ts";
import { AppError } from "../../core/errors.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { openQuestionBank } from "../questions/bank.ts";
import { checkMayPractice } from "../room-questions/questions-in-interview.ts";
import { presentAnswer } from "./present.ts";
import { type Answer, findAnswerForUpdate, findRound, replaceAnswer } from "./store.ts";

export interface ChangeContext {
  now: Date;
  /** Whether a language model takes part in the round. */
  usesModel: boolean;
}

type Change = (answer: Answer, question: Question, context: ChangeContext) => Answer;

/**
 * Changes the actor's answer with a function. Throws `not_found`, also for a question that the bank no longer has, and
 * `conflict` while the actor's interview contains the question.
 */
export async function changeAnswer(
  deps: Deps,
  actor: Actor,
  id: string,
  change: Change,
): Promise<PracticeAnswer> {
  const bank = await openQuestionBank();
  return await inTransaction(deps.database, async (tx) => {
    const answer = await findAnswerForUpdate(tx, id, actor.userId);
    const question = answer === null ? undefined : bank.find(answer.questionId);
    if (answer === null || question === undefined) throw unknownAnswer();
    const now = deps.clock.now();
    await checkMayPractice(tx, actor, { questionId: question.id, now });
    const round = deps.ai === null ? null : await findRound(tx, answer.roundId, actor.userId);
    const usesModel = round?.usesModel ?? false;
    const changed = change(answer, question, { now, usesModel });
    await replaceAnswer(tx, changed);
    return presentAnswer(bank, changed);
  });
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
