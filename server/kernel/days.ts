import { Temporal } from "temporal-polyfill";

/* Days as `2026-11-20` and months as `2026-11`. */

/** The day of an instant in a zone. */
export function dayOf(instant: Date, timeZone: string): string {
  // Swedish dates have the format of ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(instant);
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** How many months lie between two days' months. */
export function monthsBetween(from: string, to: string): number {
  const count = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return count(to) - count(from);
}

/** The instants at which a range of whole days in a zone begins and ends, including `lastDay`. */
export function toInstantRange(
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  timeZone: string,
): { startsAt: Date; endsAt: Date } {
  const midnight = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime({ timeZone }).epochMilliseconds);
  return {
    startsAt: midnight(Temporal.PlainDate.from(firstDay)),
    endsAt: midnight(Temporal.PlainDate.from(lastDay).add({ days: 1 })),
  };
}
