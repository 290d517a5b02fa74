import { slotMinutes } from "@greenroom/contract/kernel/time.ts";
import { timeZoneLabel, timeZoneOffset } from "@greenroom/contract/kernel/time-zones.ts";
import { dayKey, formatDay, formatSlotRange } from "../../format/format-day.ts";
import { formatTime } from "../../format/format-time.ts";
import { readLocalTime } from "../../format/local-time.ts";

export const pastSlotMessage = "You cannot add slots in the past.";

/** Shown for a drag that begins on one day and ends on another. */
export const slotOverTwoDaysMessage =
  "A slot is 45 minutes and starts and ends on one day. Drag within that day, or add it by date and time.";

export function slotEndAfter(startsAt: Date): Date {
  return new Date(startsAt.getTime() + slotMinutes * 60_000);
}

/** The confirmation before a slot is added, with pinned wording. */
export function offerSlotQuestion(startsAt: Date, timeZone: string): string {
  return `Make slot available on ${formatSlotRange(startsAt, slotEndAfter(startsAt), timeZone)}?`;
}

/** For a time that occurs twice in an autumn night: which of the two is meant. Null for any other time. */
export function repeatedTimeNote(startsAt: Date, timeZone: string): string | null {
  const time = formatTime(startsAt, timeZone);
  const local = readLocalTime(dayKey(startsAt, timeZone), time, timeZone);
  if (local.kind !== "twice") return null;
  const which = startsAt.getTime() === local.first.getTime() ? "first" : "second";
  return `The clocks go back that night and ${time} comes twice. This is the ${which}, at ${timeZoneOffset(startsAt, timeZone)}.`;
}

/** Why a typed time cannot be the start of a slot. */
export function skippedTimeNote(noon: Date, time: string, timeZone: string): string {
  return `${time} does not exist on ${formatDay(noon, timeZone)} in ${timeZoneLabel(timeZone, noon)}, because the clocks go forward. Choose another time.`;
}
