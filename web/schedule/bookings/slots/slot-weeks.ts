import { addMinutes, slotHorizonDays } from "@greenroom/contract/kernel/time.ts";

const weekMinutes = 7 * 24 * 60;

/** How many weeks of open slots are loaded first, and how many more each time. */
export const firstWeeks = 2;
export const moreWeeks = 2;
/** Covers all slots that the server lists by default. */
export const allWeeks = Math.ceil(slotHorizonDays / 7);

/** The end of that many weeks, at midnight UTC. It is the same all day, so that the cache has one entry per day. */
export function endOfWeeks(weeks: number, now: Date): string {
  const end = addMinutes(now, weeks * weekMinutes);
  end.setUTCHours(24, 0, 0, 0);
  return end.toISOString();
}

/** The number of weeks to load in order to reach an instant. */
export function weeksUntil(instant: Date, now: Date): number {
  const weeks = Math.ceil((instant.getTime() - now.getTime()) / (weekMinutes * 60_000));
  return Math.min(allWeeks, Math.max(firstWeeks, weeks));
}
