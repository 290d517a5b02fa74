import type { Goal } from "@greenroom/contract/schedule/goals/goals.ts";
import { sql } from "kysely";
import { batchReads } from "../../../kernel/db/batch-reads.ts";
import type { Person } from "../../../people/accounts/profile/find-people.ts";
import type { BookingRecord } from "../rules.ts";

/** Everything that a mail about a booking needs. */
export interface MailFacts {
  booking: BookingRecord;
  interviewee: Person;
  interviewer: Person;
  goal: Goal | null;
  /** The meeting's address; null until the meeting is created. */
  meetingUrl: string | null;
}

/**
 * Loads the current data for mails about a booking; null if it does not exist. Concurrent mails share a statement.
 */
export const findMailFacts = batchReads<string, MailFacts | null>(async (database, ids) => {
  const person = (
    alias: string,
  ) => sql`json_build_object('id', ${sql.ref(alias)}.id, 'firstName', ${sql.ref(alias)}.first_name,
    'lastName', ${sql.ref(alias)}.last_name, 'email', ${sql.ref(alias)}.email, 'timeZone', ${sql.ref(alias)}.time_zone)`;
  const { rows } = await sql<BookingRecord & Omit<MailFacts, "booking">>`
    select booking.id, booking.interviewer_id, booking.interviewee_id, booking.starts_at, booking.ends_at, booking.status,
      booking.slot_id, booking.invite_sequence, booking.cancelled_by, booking.session_forfeited,
      ${person("interviewee")} as interviewee, ${person("interviewer")} as interviewer, goals.goal, meetings.join_url as meeting_url
    from bookings booking
      join users interviewee on interviewee.id = booking.interviewee_id
      join users interviewer on interviewer.id = booking.interviewer_id
      left join booking_goals goals on goals.booking_id = booking.id
      left join meetings on meetings.booking_id = booking.id
    where booking.id = any(${ids}::uuid[])`.execute(database);
  const facts = new Map(
    rows.map(({ interviewee, interviewer, goal, meetingUrl, ...booking }) => [
      booking.id,
      { booking, interviewee, interviewer, goal, meetingUrl },
    ]),
  );
  return ids.map((id) => facts.get(id) ?? null);
});
