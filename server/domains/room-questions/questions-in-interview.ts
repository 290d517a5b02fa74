import type { Actor } from "../../core/actor.ts";
import { AppError } from "../../core/errors.ts";
import type { Database, Tx } from "../../db/database.ts";
import { selectBankQuestionsInInterview } from "./store.ts";

/**
 * The questions of the bank that the actor was shown in an interview that has not ended. Until its end, practice and
 * drills give neither these questions nor their answer keys to the actor, because the interviewer can show a question
 * again after ending it.
 */
export async function listQuestionsInInterview(
  database: Database | Tx,
  { userId }: Pick<Actor, "userId">,
  now: Date,
): Promise<ReadonlySet<string>> {
  return new Set(await selectBankQuestionsInInterview(database, userId, now));
}

/** Throws `conflict` while the actor's interview contains this question. */
export async function checkMayPractice(
  database: Database | Tx,
  actor: Pick<Actor, "userId">,
  { questionId, now }: { questionId: string; now: Date },
): Promise<void> {
  if ((await listQuestionsInInterview(database, actor, now)).has(questionId)) {
    throw new AppError("conflict", {
      msg: "This question is open in your interview. You can practice it afterwards.",
    });
  }
}
