import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import { toInstantRange } from "../../../kernel/days.ts";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { newId } from "../../../kernel/ids.ts";
import type { SlotChange } from "../weekly/generate-slots.ts";
import { endTimeOff, writeTimeOff } from "./time-off.ts";
import {
  type ClosedDayFilter,
  countFreeSlots,
  findTimeOffAt,
  selectClosedDayPage,
  selectClosedDays,
  selectFreeSlotsByHand,
} from "./time-off-store.ts";

/** A whole day of an interviewer's calendar in a zone. */
export interface CalendarDay {
  interviewerId: string;
  day: string;
  timeZone: string;
}

/** A day that an operator closed, with the id of its time off. */
export interface ClosedDayRecord extends CalendarDay {
  id: string;
}

function toSpan({ interviewerId, day, timeZone }: CalendarDay) {
  return { interviewerId, ...toInstantRange({ firstDay: day, lastDay: day }, timeZone) };
}

/** How many free times each of these days has left, in their order. */
export async function countFreeTimes(
  database: Database | Tx,
  days: readonly CalendarDay[],
  now: Date,
): Promise<number[]> {
  return await countFreeSlots(database, days.map(toSpan), now);
}

/**
 * Closes a day by time off, as its interviewer could, but without their limit of entries, and returns its id. They see it
 * under Weekly hours and can end it there. The caller holds the interviewer's lock, and clears the slot cache after the
 * commit.
 */
export async function closeDay(tx: Tx, closed: CalendarDay, now: Date): Promise<string> {
  const { day, timeZone } = closed;
  const span = toSpan(closed);
  const closedSlots = await selectFreeSlotsByHand(tx, span, now);
  const id = newId();
  await writeTimeOff(tx, { id, firstDay: day, lastDay: day, timeZone, ...span, createdAt: now, closedSlots });
  return id;
}

/** True if the interviewer has time off on this day, whoever added it. */
export async function isClosed(database: Database, day: CalendarDay): Promise<boolean> {
  return (await findTimeOffAt(database, day.interviewerId, toSpan(day))) !== undefined;
}

/** Those of these days off that an operator's cancellation made and that are not over, by interviewer. */
export async function findClosedDays(
  database: Database | Tx,
  ids: readonly string[],
  now: Date,
): Promise<ClosedDayRecord[]> {
  const rows = await selectClosedDays(database, ids, now);
  return rows.map(({ id, interviewerId, firstDay, timeZone }) => ({
    id,
    interviewerId,
    day: firstDay,
    timeZone,
  }));
}

/** A page of the closed days that match the filter, with their interviewers, the earliest end first. */
export function readClosedDays(database: Database, filter: ClosedDayFilter, page: PageQuery) {
  return selectClosedDayPage(database, filter, page);
}

/**
 * Undoes `closeDay`. The caller holds the interviewer's lock, and clears the slot cache after the commit. Returns the
 * free times that came back.
 */
export async function reopenDay(
  tx: Tx,
  { id, interviewerId }: Pick<ClosedDayRecord, "id" | "interviewerId">,
  now: Date,
): Promise<SlotChange> {
  const change = await endTimeOff(tx, { id, interviewerId }, now);
  if (change === null) throw new Error(`the time off ${id} was found and is not there`);
  return change;
}

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** `Fri 27 Nov 2026` */
export function formatCalendarDay(day: string): string {
  return dayFormat.format(new Date(`${day}T00:00:00Z`)).replace(",", "");
}
