import type { Tx } from "../../../db/database.ts";
import type { CalendarDay } from "../../availability/time-off/closed-days.ts";
import { toInstantRange } from "../../availability/weekly/rule-occurrences.ts";

interface PendingOfDay {
  id: string;
  startsAt: Date;
  endsAt: Date;
}

/**
 * An interviewer's pending bookings that start on a day, soonest first. Those that have begun may be running, or are
 * over and not completed yet.
 */
export async function listPendingOfDay(
  tx: Tx,
  { interviewerId, day, timeZone }: CalendarDay,
  now: Date,
): Promise<{ begun: PendingOfDay[]; upcoming: PendingOfDay[] }> {
  const { startsAt, endsAt } = toInstantRange({ firstDay: day, lastDay: day }, timeZone);
  const rows = await tx
    .selectFrom("bookings")
    .select(["id", "startsAt", "endsAt"])
    .where("interviewerId", "=", interviewerId)
    .where("status", "=", "pending")
    .where("startsAt", ">=", startsAt)
    .where("startsAt", "<", endsAt)
    .orderBy("startsAt")
    .execute();
  return {
    begun: rows.filter((row) => row.startsAt <= now),
    upcoming: rows.filter((row) => row.startsAt > now),
  };
}
