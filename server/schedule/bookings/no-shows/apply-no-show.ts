import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { returnCredit } from "../../../money/credits/return-credit.ts";
import { creditEarning, voidEarning } from "../../../money/earnings/earning-status.ts";
import type { PayoutState } from "../../../money/payouts/rules.ts";
import { completeBooking } from "../lifecycle/complete-booking.ts";
import { markNoShow } from "../lifecycle/lifecycle-store.ts";
import { type BookingRecord, noShowStatusOf } from "../rules.ts";

/**
 * Marks one party as absent and settles the booking. If the interviewer was absent, the credit is returned and
 * nothing is paid. If the interviewee was absent, the interviewer is paid at once, because no feedback will follow.
 * Returns the state of an earning that is taken back. The caller holds both parties' locks.
 */
export async function applyNoShow(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  accused: Party,
  now: Date,
): Promise<PayoutState> {
  const { id: bookingId, intervieweeId } = booking;
  // Completing first ensures that an earning exists, whether the booking was pending, completed, or marked as the
  // other party's no-show.
  await completeBooking(deps, tx, booking, now, "missed");
  await markNoShow(tx, bookingId, noShowStatusOf(accused));
  await deps.facts.bookingChanged(tx, bookingId);
  if (accused === "interviewer") {
    const reason = "The interviewer did not attend";
    await returnCredit(tx, { userId: intervieweeId, bookingId, reason, now });
    return (await voidEarning(tx, { bookingId, reason, now }))?.payoutState ?? "unpaid";
  }
  await creditEarning(tx, bookingId, now);
  return "unpaid";
}
