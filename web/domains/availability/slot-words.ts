import { slotMinutes } from "@greenroom/contract/time.ts";
import { dayKey, formatDay, formatSlotRange } from "../../ui/time/format-day.ts";
import { formatTime, zoneName, zoneOffset } from "../../ui/time/format-time.ts";
import { readLocalTime } from "./local-time.ts";

export const pastSlot = "You cannot add slots in the past.";

/** Said of a drag that begins on one day and ends on another. */
export const slotOverDays =
  "A slot is 45 minutes and begins on one day. Drag within that day, or add it by date and time.";

export function endOfSlot(startsAt: Date): Date {
  return new Date(startsAt.getTime() + slotMinutes * 60_000);
}

/** The spec's question before a slot is made. */
export function offerQuestion(startsAt: Date, timeZone: string): string {
  return `Make slot available on ${formatSlotRange(startsAt, endOfSlot(startsAt), timeZone)}?`;
}

/** `Asia/Kolkata, India Standard Time (GMT+5:30)`: in which zone the question's times are meant. */
export function zoneWords(instant: Date, timeZone: string): string {
  return `${timeZone}, ${zoneName(instant, timeZone)} (${zoneOffset(instant, timeZone)})`;
}

/** For a time that an autumn night has twice: which of the two is meant. Null for every other. */
export function repeatedTimeNote(startsAt: Date, timeZone: string): string | null {
  const time = formatTime(startsAt, timeZone);
  const local = readLocalTime(dayKey(startsAt, timeZone), time, timeZone);
  if (local.kind !== "twice") return null;
  const which = startsAt.getTime() === local.first.getTime() ? "first" : "second";
  return `The clocks go back that night and ${time} comes twice. This is the ${which}, at ${zoneOffset(startsAt, timeZone)}.`;
}

/** Why a typed time cannot be a slot's start. */
export function skippedTimeNote(noon: Date, time: string, timeZone: string): string {
  return `There is no ${time} on ${formatDay(noon, timeZone)} in ${timeZone}: the clocks jump over it. Choose another time.`;
}
