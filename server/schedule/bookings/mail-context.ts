import { fullName } from "@greenroom/contract/kernel/full-name.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import type { Deps } from "../../kernel/deps.ts";
import type { Person } from "../../people/accounts/profile/find-people.ts";
import { formatInterviewTime, type InterviewTime } from "./notifications/format-interview-time.ts";
import { findMailFacts } from "./notifications/mail-store.ts";
import type { BookingRecord } from "./rules.ts";

/** A mail about a booking: its reader, the other party, and the time in the reader's zone. */
export interface BookingMailContext {
  booking: BookingRecord;
  /** The interviewee's goal for the interview. */
  goal: Goal | null;
  /** The meeting's address; null until its provider has returned it. */
  meetingUrl: string | null;
  role: Party;
  reader: Person;
  /** The other party. */
  other: Person;
  otherName: string;
  when: InterviewTime;
  /** The page of this booking for the reader. */
  bookingUrl: string;
}

/** Loads the current data for a mail about a booking to one of its parties; null if the booking does not exist. */
export async function loadMailContext(
  deps: Deps,
  bookingId: string,
  role: Party,
): Promise<BookingMailContext | null> {
  const facts = await findMailFacts(deps.database, bookingId);
  if (facts === null) return null;
  const { booking, interviewee, interviewer, goal, meetingUrl } = facts;
  const { business, publicUrl } = deps.config;
  const [reader, other] = role === "interviewee" ? [interviewee, interviewer] : [interviewer, interviewee];
  return {
    booking,
    goal,
    // Our own room has its address before the meeting is created. A provider's address is known only afterwards.
    meetingUrl: meetingUrl ?? (deps.meetings.hosted === null ? deps.meetings.room.joinUrl(bookingId) : null),
    role,
    reader,
    other,
    otherName: fullName(other),
    when: formatInterviewTime(booking, reader.timeZone ?? business.timeZone),
    bookingUrl:
      role === "interviewee"
        ? `${publicUrl}/interviewee-dashboard/booking`
        : `${publicUrl}/interviewer-dashboard/calendar`,
  };
}
