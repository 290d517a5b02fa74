import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";

/** How long after an interview its interviewer may still read the candidate's resume. */
const readableDays = 90;

/** True if this booking lets its interviewer read the resume: while it is pending, and for some weeks after. */
export function canReadResume(booking: { status: BookingStatus; endsAt: Date }, now: Date): boolean {
  return booking.status !== "cancelled" && now < addMinutes(booking.endsAt, readableDays * 24 * 60);
}
