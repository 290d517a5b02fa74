import type { Preview } from "@greenroom/contract/desk/actions.ts";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { mailDayClosed } from "../../schedule/availability/jobs.ts";
import {
  type CalendarDay,
  closeDay,
  countFreeTimes,
  formatCalendarDay,
} from "../../schedule/availability/time-off.ts";
import { findEmptiedDays } from "../../schedule/bookings/cancel.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { numberLines } from "../preview.ts";

interface ClosableDay extends CalendarDay {
  freeTimes: number;
}

/**
 * The days that these bookings would leave without an interview but with free times, which people could still book. A
 * day is one of the business's zone, as the desk shows it.
 */
export async function findClosableDays(
  deps: Deps,
  tx: Tx,
  cancellation: { upcoming: readonly BookingRecord[]; begun: readonly BookingRecord[] },
): Promise<ClosableDay[]> {
  const { upcoming: canceled, begun: underWay } = cancellation;
  const emptied = await findEmptiedDays(tx, { canceled, underWay }, deps.config.business.timeZone);
  const counts = await countFreeTimes(tx, emptied, deps.clock.now());
  return emptied
    .map((day, index) => ({ ...day, freeTimes: counts[index] ?? 0 }))
    .filter(({ freeTimes }) => freeTimes > 0);
}

/**
 * The effect of closing these days. It leaves the number of free times out, because a time that passes in between does
 * not change the action.
 */
export function describeClosing(
  days: readonly ClosableDay[],
  emailOf: (interviewerId: string) => string,
): Preview["lines"] {
  if (days.length === 0) {
    const text =
      "There are none to close: the interviewer has other interviews that day, or no free time left.";
    return [{ label: "Free times", text }];
  }
  const back =
    "They see it as time off under Weekly hours. When they end it there, the free times come back.";
  return numberLines(
    days.map(({ interviewerId, day }) => ({
      label: "Free times",
      text: `${emailOf(interviewerId)} gets a day off on ${formatCalendarDay(day)}, so nobody can book them then. ${back}`,
    })),
  );
}

/**
 * Closes days of interviewers whose locks the caller holds, tells each by mail, and returns the ids of the days off. Clear
 * the slot cache after the commit.
 */
export async function closeFreeTimes(
  deps: Deps,
  tx: Tx,
  days: readonly CalendarDay[],
  { actor, reason, approved }: { actor: AuditActor; reason: string; approved?: Approved },
): Promise<string[]> {
  const now = deps.clock.now();
  const ids: string[] = [];
  for (const { interviewerId, day, timeZone } of days) {
    const id = await closeDay(tx, { interviewerId, day, timeZone }, now);
    await deps.jobs.enqueue(tx, mailDayClosed, { interviewerId, day, timeZone, timeOffId: id });
    const subject = `user:${interviewerId}`;
    const details = { day, timeZone, ...auditReason(reason, approved) };
    await recordAudit(tx, { actor, action: "availability.day-closed", subject, details, now });
    ids.push(id);
  }
  return ids;
}
