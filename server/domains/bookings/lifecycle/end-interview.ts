import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import type { Actor } from "../../../core/actor.ts";
import { AppError } from "../../../core/errors.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { notifyRoomChanged } from "../../rooms/connections/room-events.ts";
import { getPresentedInterview } from "../get-presented-booking.ts";
import { mayEnd } from "../rules.ts";
import { completeBooking } from "./complete-booking.ts";
import { lockOwnBooking, notPendingError } from "./lock-booking.ts";

/**
 * Ends an interview as interviewer, from its start on. Succeeds also if the interview has been completed meanwhile.
 * Throws `not_found`, and `conflict` before it starts or if it did not take place.
 */
export async function endInterview(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ msg: string; booking: InterviewerBooking }> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    if (booking.interviewerId !== actor.userId) {
      throw new AppError("forbidden", { msg: "Only the interviewer can end an interview." });
    }
    if (booking.status === "completed") return;
    if (booking.status !== "pending") throw notPendingError(booking);
    if (!mayEnd(booking, now)) {
      throw new AppError("conflict", { msg: "This interview has not started, so it cannot be ended yet." });
    }
    await completeBooking(deps, tx, booking, now);
    await notifyRoomChanged(deps, tx, bookingId);
  });
  return {
    msg: "✅ The interview has ended. Your earning for this interview is credited once you send your feedback.",
    booking: await getPresentedInterview(deps, bookingId),
  };
}
