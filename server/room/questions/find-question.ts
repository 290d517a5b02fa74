import { idSchema } from "@greenroom/contract/kernel/ids.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { openQuestionBank } from "../question-bank/bank.ts";
import { findOwnQuestion } from "./own-store.ts";
import { type FullQuestion, presentBankQuestion, presentOwnQuestion } from "./present.ts";

/** A question of the bank or one of the actor's own, with its answer key. Throws `not_found`. */
export async function findQuestion(
  database: Database | Tx,
  actor: Actor,
  questionId: string,
): Promise<FullQuestion> {
  const bank = (await openQuestionBank()).find(questionId);
  if (bank !== undefined) return presentBankQuestion(bank);
  const isOwn = idSchema.safeParse(questionId).success;
  const own = isOwn ? await findOwnQuestion(database, questionId, actor.userId) : null;
  if (own === null) throw new AppError("not_found", { msg: "This question does not exist." });
  return presentOwnQuestion(own);
}
