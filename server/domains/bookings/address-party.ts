import type { Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { findPeople, type Person } from "../accounts/find-people.ts";
import { findBooking } from "./find-booking.ts";
import { nameSessionTime, type SessionTime } from "./name-session-time.ts";
import type { BookingRecord } from "./rules.ts";

/** A mail about a booking: to whom, about whom, and when it is on the reader's own clock. */
export interface Addressed {
  booking: BookingRecord;
  role: Party;
  reader: Person;
  /** The other party. */
  other: Person;
  otherName: string;
  when: SessionTime;
  /** The reader's screen of this booking. */
  bookingUrl: string;
}

/** Everything that a mail about a booking to one of its parties is written from, as it is now; null without the booking. */
export async function addressParty(deps: Deps, bookingId: string, role: Party): Promise<Addressed | null> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null) return null;
  const { business, publicUrl } = deps.config;
  const people = await findPeople(deps.database, [booking.intervieweeId, booking.interviewerId]);
  const [readerId, otherId] =
    role === "interviewee"
      ? [booking.intervieweeId, booking.interviewerId]
      : [booking.interviewerId, booking.intervieweeId];
  const reader = people.get(readerId);
  const other = people.get(otherId);
  if (reader === undefined || other === undefined) throw new Error(`booking ${bookingId} lacks a party`);
  return {
    booking,
    role,
    reader,
    other,
    otherName: nameOf(other),
    when: nameSessionTime(booking, reader.timeZone ?? business.timeZone),
    bookingUrl:
      role === "interviewee"
        ? `${publicUrl}/interviewee-dashboard/booking`
        : `${publicUrl}/interviewer-dashboard/calendar`,
  };
}

export function nameOf({ firstName, lastName }: Pick<Person, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}
