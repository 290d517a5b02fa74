import { sql } from "kysely";
import { toInstantRange } from "../../../kernel/days.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { CalendarDay } from "../../availability/time-off/closed-days.ts";
import { calendarDayAt } from "../../availability/weekly/rule-occurrences.ts";
import type { BookingRecord } from "../rules.ts";

interface Cancellation {
  canceled: readonly Pick<BookingRecord, "id" | "interviewerId" | "startsAt">[];
  /** Interviews that are under way and go on; their day counts as empty afterwards. */
  underWay: readonly Pick<BookingRecord, "id">[];
}

/**
 * The days of a zone on which the canceled bookings are all that their interviewer has left, so that the day is without
 * an interview then. Hold the interviewers' locks.
 */
export async function findEmptiedDays(
  tx: Tx,
  { canceled, underWay }: Cancellation,
  timeZone: string,
): Promise<CalendarDay[]> {
  const days = new Map<string, CalendarDay>();
  for (const { interviewerId, startsAt } of canceled) {
    const day = calendarDayAt(startsAt, timeZone).toString();
    days.set(`${interviewerId} ${day}`, { interviewerId, day, timeZone });
  }
  const touched = [...days.values()];
  const spans = touched.map(({ day }) => toInstantRange({ firstDay: day, lastDay: day }, timeZone));
  const { rows } = await sql<{ hasOthers: boolean }>`
    select exists (select from bookings booking
      where booking.interviewer_id = span.interviewer_id and booking.status = 'pending'
        and booking.starts_at >= span.starts_at and booking.starts_at < span.ends_at
        and booking.id <> all (${[...canceled, ...underWay].map(({ id }) => id)}::uuid[])) as "hasOthers"
    from unnest(${touched.map(({ interviewerId }) => interviewerId)}::uuid[],
      ${spans.map(({ startsAt }) => startsAt)}::timestamptz[],
      ${spans.map(({ endsAt }) => endsAt)}::timestamptz[])
      with ordinality span (interviewer_id, starts_at, ends_at, place)
    order by span.place`.execute(tx);
  return touched.filter((_, index) => rows[index]?.hasOthers === false);
}
