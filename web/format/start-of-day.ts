/**
 * The instant at which a day (`2026-11-20`) begins in an IANA zone. Unlike `instantAt`, it does not load
 * Temporal.
 */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The zone's offset may differ between midnight UTC and midnight there, so it is looked up twice.
  const guess = midnight - offsetAt(midnight, timeZone);
  const start = midnight - offsetAt(guess, timeZone);
  // If the clocks skip midnight, the two disagree, and the day begins at the later one.
  const isSkipped = offsetAt(start, timeZone) !== midnight - start;
  return new Date(isSkipped ? Math.max(guess, start) : start);
}

/** The day after a day, in the same format. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** How far the zone is ahead of UTC at an instant, both in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  // Swedish dates have the format of ISO 8601, here without milliseconds.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${format.format(instant).replace(" ", "T")}Z`) - Math.floor(instant / 1000) * 1000;
}
