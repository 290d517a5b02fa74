import type { Party } from "@greenroom/contract/bookings.ts";
import type { Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { returnCredit } from "../credits/return-credit.ts";
import { creditEarning } from "../earnings/credit-earning.ts";
import { voidEarning } from "../earnings/void-earning.ts";
import { tellRoomChanged } from "../meetings/tell-room-changed.ts";
import { completeBooking } from "./complete-booking.ts";
import { markMissed } from "./course-store.ts";
import { type BookingRecord, missedBy } from "./rules.ts";

/**
 * Writes that one party did not come, with what follows. The interviewer's no-show gives the session back and pays
 * nothing; the interviewee's pays the interviewer at once, for no feedback will follow. Answers whether what is taken from
 * the interviewer had been paid out. Hold both parties' locks.
 */
export async function settleNoShow(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  accused: Party,
  now: Date,
): Promise<{ wasPaid: boolean }> {
  const { id: bookingId, intervieweeId } = booking;
  const sharePercent = deps.config.interviewerSharePercent;
  // One way for a booking that is pending still, one that completed by itself, and one of which the contrary was said:
  // all have an earning after this.
  await completeBooking(tx, booking, { sharePercent, now });
  await markMissed(tx, bookingId, missedBy(accused));
  await tellRoomChanged(deps, tx, bookingId);
  if (accused === "interviewer") {
    const reason = "The interviewer did not come";
    await returnCredit(tx, { userId: intervieweeId, bookingId, reason, now });
    return await voidEarning(tx, { bookingId, reason, now });
  }
  await creditEarning(tx, bookingId, now);
  return { wasPaid: false };
}
