import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { roomClosesMinutesAfter } from "../../schedule/meetings/meeting-times.ts";
import { selectBankQuestionsInInterview } from "./store.ts";

/**
 * The questions of the bank that the actor was shown in an interview whose room is not closed. Until then, practice and
 * drills give neither these questions nor their answer keys to the actor, because the interviewer can show a question
 * (again) as long as the room is open, also after the interview was completed.
 */
export async function listQuestionsInInterview(
  database: Database | Tx,
  { userId }: Pick<Actor, "userId">,
  now: Date,
): Promise<ReadonlySet<string>> {
  return new Set(
    await selectBankQuestionsInInterview(database, userId, addMinutes(now, -roomClosesMinutesAfter)),
  );
}

/** Throws `conflict` while this question belongs to an interview of the actor whose room is not closed. */
export async function checkMayPractice(
  database: Database | Tx,
  actor: Pick<Actor, "userId">,
  { questionId, now }: { questionId: string; now: Date },
): Promise<void> {
  if ((await listQuestionsInInterview(database, actor, now)).has(questionId)) {
    throw new AppError("conflict", {
      msg: "This question was shown in your interview. You can practice it when the interview's room has closed.",
    });
  }
}
