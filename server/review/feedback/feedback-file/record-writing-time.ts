import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { updateWritingSeconds } from "../scores-store.ts";

/**
 * Stores how long an interviewer worked on the form of a feedback that they sent. A repeated request changes nothing.
 * Throws `not_found` for feedback that is not theirs or was not written in the form.
 */
export async function recordWritingTime(
  { database }: Pick<Deps, "database">,
  { userId }: Actor,
  { bookingId, seconds }: { bookingId: string; seconds: number },
): Promise<void> {
  const isKnown = await updateWritingSeconds(database, { bookingId, interviewerId: userId, seconds });
  if (!isKnown)
    throw new AppError("not_found", { msg: "There is no feedback form of yours for this interview." });
}
