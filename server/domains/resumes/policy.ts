import type { BookingStatus } from "@greenroom/contract/bookings.ts";
import { addMinutes } from "@greenroom/contract/time.ts";

/** How long after a session its interviewer may still read the candidate's resume. */
const openDays = 90;

/** True while this booking lets its interviewer read the resume: while it stands, and for some weeks after. */
export function opensResume(booking: { status: BookingStatus; endsAt: Date }, now: Date): boolean {
  return booking.status !== "cancelled" && now < addMinutes(booking.endsAt, openDays * 24 * 60);
}
