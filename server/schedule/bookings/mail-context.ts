import { nameInSubject } from "@greenroom/contract/kernel/names.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import {
  formatNamedMoment,
  formatTime,
  timeZoneAbbreviation,
  zoneFormatter,
} from "@greenroom/contract/kernel/time-zones.ts";
import { type Party, parties } from "@greenroom/contract/schedule/bookings.ts";
import type { Goal } from "@greenroom/contract/schedule/goals.ts";
import { sql } from "kysely";
import { z } from "zod";
import { batchStatements } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { writeCalendar } from "../../kernel/write-calendar.ts";
import type { Person } from "../../people/accounts/profile.ts";
import type { MailMessage } from "../../vendors/mail/port.ts";
import type { BookingRecord } from "./rules.ts";

export const bookingPayload = z.object({ bookingId: z.string() });
export const partyPayload = bookingPayload.extend({ to: z.enum(parties) });
export type PartyMail = z.infer<typeof partyPayload>;

/** A mail about a booking: its reader, the other party, and the time in the reader's zone. */
export interface BookingMailContext {
  booking: BookingRecord;
  goal: Goal | null;
  /** The meeting's address; null until its provider has returned it. */
  meetingUrl: string | null;
  role: Party;
  reader: Person;
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
  if (facts === undefined) return null;
  const { interviewee, interviewer, goal, meetingUrl, ...booking } = facts;
  const { business, publicUrl } = deps.config;
  const [reader, other] = role === "interviewee" ? [interviewee, interviewer] : [interviewer, interviewee];
  const page = role === "interviewee" ? "interviewee-dashboard/booking" : "interviewer-dashboard/calendar";
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
    bookingUrl: `${publicUrl}/${page}`,
  };
}

/**
 * An interview's time in a reader's zone. Both forms name the zone, because a mail alone does not show which one
 * applies.
 */
export interface InterviewTime {
  /** `Fri 20 Nov 2026, 18:00 IST` */
  short: string;
  /** `Friday 20 November 2026, 18:00 to 18:45 IST` */
  long: string;
}

const longDayOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

export function formatInterviewTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  timeZone: string,
): InterviewTime {
  const day = zoneFormatter("en-GB", timeZone, longDayOptions).format(startsAt);
  const [startZone, endZone] = [startsAt, endsAt].map((instant) => timeZoneAbbreviation(instant, timeZone));
  const [startClock, endClock] = [startsAt, endsAt].map((instant) => formatTime(instant, timeZone));
  // If the clocks change during the interview, each end names its own zone.
  const start = startZone === endZone ? startClock : `${startClock} ${startZone}`;
  return {
    short: formatNamedMoment(startsAt, timeZone),
    long: `${day.replace(",", "")}, ${start} to ${endClock} ${endZone}`,
  };
}

/** The booking's id in every calendar. It never changes. */
export function calendarUid(bookingId: string): string {
  return `booking-${bookingId}@greenroom`;
}

/** The invitation for one reader's mail. CANCEL removes the event that REQUEST added, and has no link. */
export function createCalendarInvite(
  deps: Deps,
  method: "REQUEST" | "CANCEL",
  context: Omit<BookingMailContext, "role" | "other" | "when" | "goal">,
): NonNullable<MailMessage["calendar"]> {
  const { business } = deps.config;
  const { booking, reader, otherName, bookingUrl, meetingUrl } = context;
  const isCanceled = method === "CANCEL";
  const link = isCanceled ? null : meetingUrl;
  const linkText =
    link === null
      ? `You'll find the meeting link in your booking: ${bookingUrl}`
      : `Meeting: ${link}\nYour bookings: ${bookingUrl}`;
  const content = writeCalendar({
    name: business.name,
    method,
    now: deps.clock.now(),
    entries: [
      {
        uid: calendarUid(booking.id),
        sequence: booking.inviteSequence,
        startsAt: booking.startsAt,
        endsAt: booking.endsAt,
        summary: `Mock interview with ${nameInSubject(otherName)}`,
        description: isCanceled ? `Your bookings: ${bookingUrl}` : linkText,
        location: link ?? deps.meetings.displayName,
        isCanceled,
        organizer: { name: business.name, email: business.supportEmail },
        attendee: { name: fullName(reader), email: reader.email },
      },
    ],
  });
  return { method, content };
}

/** Concurrent mails share a statement. */
const findMailFacts = batchStatements(async (database, ids: string[]) => {
  const person = (
    alias: string,
  ) => sql`json_build_object('id', ${sql.ref(alias)}.id, 'firstName', ${sql.ref(alias)}.first_name,
    'lastName', ${sql.ref(alias)}.last_name, 'email', ${sql.ref(alias)}.email, 'timeZone', ${sql.ref(alias)}.time_zone)`;
  const { rows } = await sql<
    BookingRecord &
      Pick<BookingMailContext, "goal" | "meetingUrl"> & { interviewee: Person; interviewer: Person }
  >`
    select booking.id, booking.interviewer_id, booking.interviewee_id, booking.starts_at, booking.ends_at, booking.status,
      booking.slot_id, booking.invite_sequence, booking.cancelled_by, booking.session_forfeited,
      ${person("interviewee")} as interviewee, ${person("interviewer")} as interviewer, goals.goal, meetings.join_url as meeting_url
    from bookings booking
      join users interviewee on interviewee.id = booking.interviewee_id
      join users interviewer on interviewer.id = booking.interviewer_id
      left join booking_goals goals on goals.booking_id = booking.id
      left join meetings on meetings.booking_id = booking.id
    where booking.id = any(${ids}::uuid[])`.execute(database);
  const facts = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => facts.get(id));
});
