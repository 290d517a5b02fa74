import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import type { CalendarDay } from "../../availability/time-off/closed-days.ts";
import { calendarDayAt, toInstantRange } from "../../availability/weekly/rule-occurrences.ts";
import type { BookingRecord } from "../rules.ts";

/**
 * The days of a zone on which these upcoming bookings are all that their interviewer has left, so that canceling them
 * leaves the day without an interview. Hold the interviewers' locks.
 */
export async function findEmptiedDays(
  tx: Tx,
  bookings: readonly Pick<BookingRecord, "id" | "interviewerId" | "startsAt">[],
  timeZone: string,
): Promise<CalendarDay[]> {
  const days = new Map<string, CalendarDay>();
  for (const { interviewerId, startsAt } of bookings) {
    const day = calendarDayAt(startsAt, timeZone).toString();
    days.set(`${interviewerId} ${day}`, { interviewerId, day, timeZone });
  }
  const touched = [...days.values()];
  const spans = touched.map(({ day }) => toInstantRange({ firstDay: day, lastDay: day }, timeZone));
  const { rows } = await sql<{ hasOthers: boolean }>`
    select exists (select from bookings booking
      where booking.interviewer_id = span.interviewer_id and booking.status = 'pending'
        and booking.starts_at >= span.starts_at and booking.starts_at < span.ends_at
        and booking.id <> all (${bookings.map(({ id }) => id)}::uuid[])) as "hasOthers"
    from unnest(${touched.map(({ interviewerId }) => interviewerId)}::uuid[],
      ${spans.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${spans.map(({ endsAt }) => endsAt)}::timestamptz[])
      with ordinality span (interviewer_id, starts_at, ends_at, place)
    order by span.place`.execute(tx);
  return touched.filter((_, index) => rows[index]?.hasOthers === false);
}
