/** The instant at which a day (`2026-11-20`) begins in a zone. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // The zone's offset may differ between midnight UTC and midnight there, so it is looked up twice.
  const guess = midnight - offsetAt(midnight, timeZone);
  return new Date(midnight - offsetAt(guess, timeZone));
}

/** The next day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

function offsetAt(instant: number, timeZone: string): number {
  // Swedish dates have the format of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
  return Date.parse(`${format.format(instant).replace(" ", "T")}Z`) - Math.floor(instant / 1000) * 1000;
}
