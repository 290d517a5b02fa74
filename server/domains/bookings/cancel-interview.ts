import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getPresentedInterview } from "./get-presented-booking.ts";
import { lockOwnBooking, notPending } from "./lock-booking.ts";
import { mayCallOff } from "./rules.ts";
import { withdrawBooking } from "./withdraw-booking.ts";

/**
 * The interviewer calls an interview off: the session always comes back, and the slot is gone from their calendar.
 * Throws `not_found`, and `conflict` when it is not pending any more.
 */
export async function cancelInterview(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ msg: string; booking: InterviewerBooking }> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    if (booking.interviewerId !== actor.userId) {
      throw new AppError("forbidden", { msg: "Only the interviewer cancels here." });
    }
    if (!mayCallOff(booking, now)) throw notPending(booking);
    await withdrawBooking(deps, tx, booking, { by: "interviewer", forfeits: false, now });
  });
  return {
    msg: "✅ The interview is cancelled. Its interviewee has the session back and is told by mail.",
    booking: await getPresentedInterview(deps, bookingId),
  };
}
