import type { InterviewerBooking } from "@greenroom/contract/bookings.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { tellRoomChanged } from "../meetings/tell-room-changed.ts";
import { completeBooking } from "./complete-booking.ts";
import { getPresentedInterview } from "./get-presented-booking.ts";
import { lockOwnBooking, notPending } from "./lock-booking.ts";
import { mayEnd } from "./rules.ts";

/**
 * The interviewer ends an interview, from its start on; fine when it has ended by itself in the meantime.
 * Throws `not_found`, and `conflict` before it starts or when it did not take place.
 */
export async function endInterview(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ msg: string; booking: InterviewerBooking }> {
  const completion = { sharePercent: deps.config.interviewerSharePercent, now: deps.clock.now() };
  await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    if (booking.interviewerId !== actor.userId) {
      throw new AppError("forbidden", { msg: "Only the interviewer ends an interview." });
    }
    if (booking.status === "completed") return;
    if (booking.status !== "pending") throw notPending(booking);
    if (!mayEnd(booking, completion.now)) {
      throw new AppError("conflict", { msg: "This interview has not begun, so it cannot be ended yet." });
    }
    await completeBooking(tx, booking, completion);
    await tellRoomChanged(deps, tx, bookingId);
  });
  return {
    msg: "✅ The interview is over. Your earning is credited when your feedback is in.",
    booking: await getPresentedInterview(deps, bookingId),
  };
}
