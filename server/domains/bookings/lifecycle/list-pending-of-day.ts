import type { Tx } from "../../../db/database.ts";
import type { CalendarDay } from "../../availability/time-off/closed-days.ts";
import { toInstantRange } from "../../availability/weekly/rule-occurrences.ts";

/** The ids of an interviewer's upcoming bookings that start on a day, soonest first. */
export async function listPendingOfDay(
  tx: Tx,
  { interviewerId, day, timeZone }: CalendarDay,
): Promise<string[]> {
  const { startsAt, endsAt } = toInstantRange({ firstDay: day, lastDay: day }, timeZone);
  const rows = await tx
    .selectFrom("bookings")
    .select("id")
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "pending")
    .where("startsAt", ">=", startsAt)
    .where("startsAt", "<", endsAt)
    .orderBy("startsAt")
    .execute();
  return rows.map(({ id }) => id);
}
