import type { Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { releaseSlot } from "../availability/release-slot.ts";
import { returnCredit } from "../credits/return-credit.ts";
import { creditEarning } from "../earnings/credit-earning.ts";
import { recordEarning } from "../earnings/record-earning.ts";
import { tellRoomChanged } from "../meetings/tell-room-changed.ts";
import { withdrawMeeting } from "../meetings/withdraw-meeting.ts";
import { markCancelled } from "./course-store.ts";
import { mailCancellation } from "./job-definitions.ts";
import { notPending } from "./lock-booking.ts";
import type { BookingRecord } from "./rules.ts";

interface Withdrawal {
  by: NonNullable<BookingRecord["cancelledBy"]>;
  /** Too late to be free: the session stays spent and pays the interviewer at once, for no feedback will follow. */
  forfeits: boolean;
  now: Date;
}

const reasons = {
  interviewee: "Interview cancelled in time",
  interviewer: "The interviewer cancelled",
  operator: "Interview cancelled by us",
} as const;

/**
 * Cancels a pending booking with all that hangs on it: slot, meeting, session, earning and mails. Hold both parties' locks, and
 * throw the list of slots away after the commit. Throws `conflict` when it was completed in the meantime.
 */
export async function withdrawBooking(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { by, forfeits, now }: Withdrawal,
): Promise<void> {
  const bookingId = booking.id;
  if (!(await markCancelled(tx, bookingId, { by, forfeits, now }))) throw notPending({ status: "completed" });
  // Only who cancels in time leaves a slot that somebody else may still want; the others' time is their own again.
  const isOfferedAgain = by === "interviewee" && !forfeits && booking.startsAt > now;
  await releaseSlot(tx, booking.slotId, isOfferedAgain ? "available" : "removed");
  await withdrawMeeting(deps, tx, bookingId);
  if (forfeits) {
    const sharePercent = deps.config.interviewerSharePercent;
    await recordEarning(tx, { bookingId, interviewerId: booking.interviewerId, sharePercent, now });
    await creditEarning(tx, bookingId, now);
  } else {
    await returnCredit(tx, { userId: booking.intervieweeId, bookingId, reason: reasons[by], now });
  }
  await tellRoomChanged(deps, tx, bookingId);
  await deps.jobs.send(tx, mailCancellation, { bookingId, to: "interviewee" });
  await deps.jobs.send(tx, mailCancellation, { bookingId, to: "interviewer" });
}
