import type { Feedback } from "@greenroom/contract/feedback.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError, invalidField } from "../../http/errors.ts";
import { completeIfOver } from "../bookings/complete-booking.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { presentFeedback } from "./present.ts";
import { checkHeld } from "./rules.ts";
import { insertFeedback } from "./store.ts";

interface GivenFeedback {
  bookingId: string;
  interviewerId: string;
  /** 1 to 5. */
  interviewScore: number;
  overallSummary: string;
}

/**
 * Rates a session of mine, once. Throws `not_found` when it is not mine, `conflict` when it has not taken place,
 * `already_given` by constraint, so that of any number at once one is taken.
 */
export async function giveFeedback(deps: Deps, actor: Actor, given: GivenFeedback): Promise<Feedback> {
  const now = deps.clock.now();
  const booking = await getOwnBooking(deps.database, actor, given.bookingId);
  if (booking.intervieweeId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewee rates a session." });
  }
  if (booking.interviewerId !== given.interviewerId.toLowerCase()) {
    throw invalidField("interviewerId", "This session was with another interviewer.");
  }
  const row = {
    id: newId(),
    bookingId: booking.id,
    intervieweeId: actor.userId,
    interviewerId: booking.interviewerId,
    interviewScore: given.interviewScore,
    overallSummary: given.overallSummary,
    createdAt: now,
  };
  await inTransaction(deps.database, async (tx) => {
    const sharePercent = deps.config.interviewerSharePercent;
    const status = await completeIfOver(tx, booking, { sharePercent, now });
    checkHeld(status, "You can give feedback once the interview is completed.");
    await insertFeedback(tx, row);
  });
  return presentFeedback({ ...row, startsAt: booking.startsAt });
}
