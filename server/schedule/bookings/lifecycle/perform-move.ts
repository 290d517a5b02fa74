import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { releaseSlot } from "../../availability/release-slot.ts";
import { reserveSlot } from "../../availability/reserve-slot.ts";
import { releaseHostedMeeting } from "../../meetings/hosts/release-hosted-meeting.ts";
import { makeMeeting } from "../../meetings/job-definitions.ts";
import { resetMeeting } from "../../meetings/reset-meeting.ts";
import { mailMove } from "../job-definitions.ts";
import type { BookingRecord, RequestedSlot } from "../rules.ts";
import { insertMove, markMoved } from "./lifecycle-store.ts";
import { notPendingError } from "./lock-booking.ts";

/**
 * Moves a pending booking to another slot and handles everything that depends on it: the old slot, the
 * meeting and the mails. Hold the locks of its parties and of the new interviewer, and clear the cache of
 * slots after the commit. `isHeld`: a proposal holds the slot for this booking. Returns false if the slot is
 * no longer offered. Throws `conflict` when the booking was completed in the meantime.
 */
export async function performMove(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { interviewerId, startsAt, isHeld = false, now }: RequestedSlot & { isHeld?: boolean; now: Date },
): Promise<boolean> {
  const slot = await reserveSlot(tx, { interviewerId, startsAt, isHeld });
  if (slot === null) return false;
  const { id: bookingId } = booking;
  const sequence = booking.inviteSequence + 1;
  // The job that completes bookings takes no lock, but it skips this booking, because a booking that can be
  // moved has not begun.
  if (!(await markMoved(tx, bookingId, { interviewerId, slot, sequence, now })))
    throw notPendingError(booking);
  await insertMove(tx, booking, { sequence, now });
  await releaseSlot(tx, booking.slotId, { becomes: "available", now });
  await resetMeeting(tx, bookingId);
  // The former interviewer has the meeting's link, so another interviewer gets another meeting.
  if (interviewerId !== booking.interviewerId) await releaseHostedMeeting(deps, tx, bookingId);
  await deps.jobs.enqueue(tx, makeMeeting, { bookingId });
  await deps.jobs.enqueue(tx, mailMove, { bookingId, sequence, to: "interviewee" });
  await deps.jobs.enqueue(tx, mailMove, { bookingId, sequence, to: "interviewer" });
  if (interviewerId !== booking.interviewerId) {
    await deps.jobs.enqueue(tx, mailMove, { bookingId, sequence, to: "former-interviewer" });
  }
  return true;
}
