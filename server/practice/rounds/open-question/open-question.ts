import type { Actor } from "../../../kernel/actor.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { AppError } from "../../../kernel/errors.ts";
import { findOpenAnswer } from "../store.ts";

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
 * Throws `conflict` while the actor answers this question in a practice round, because another answer to it or a card
 * contains the answer key.
 */
export async function checkMaySeeKey(
  database: Database | Tx,
  { userId }: Pick<Actor, "userId">,
  { questionId, answerId, now }: KeyRead,
): Promise<void> {
  const open = await findOpenAnswer(database, userId, now);
  if (open !== null && open.questionId === questionId && open.id !== answerId) {
    throw new AppError("conflict", {
      msg: "This question is open in your practice round. Finish it there first.",
    });
  }
}
