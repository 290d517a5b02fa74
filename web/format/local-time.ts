import { zoneFormatter } from "@greenroom/contract/kernel/time-zones.ts";

/** The instants of a wall-clock time in a zone: one, two, or none. */
export type LocalTime =
  | { kind: "once"; instant: Date }
  | { kind: "twice"; first: Date; second: Date }
  | { kind: "skipped" };

/**
 * Reads a day and a time (`2026-11-20`, `18:00`) in an IANA zone. A spring night skips some times and an
 * autumn night repeats some; this function reports both instead of guessing. Throws a RangeError for a day or
 * time that does not exist.
 */
export function readLocalTime(day: string, time: string, timeZone: string): LocalTime {
  const { instants } = findInstants(day, time, timeZone);
  const [first, second] = instants;
  if (first === undefined) return { kind: "skipped" };
  return second === undefined ? { kind: "once", instant: first } : { kind: "twice", first, second };
}

/**
 * The instant of a wall-clock time (`2026-11-20`, `09:30`) in a zone. A time that a spring night skips is
 * moved forward; a repeated time in autumn means the first one.
 */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const { instants, beforeChange } = findInstants(day, time, timeZone);
  return instants[0] ?? beforeChange;
}

const dayMilliseconds = 86_400_000;

/**
 * The instants at which clocks show a time, the earlier one first, and the one that the clocks before a change would
 * mean. The offset can only be that of the day before or of the day after: no zone changes its clocks twice in two days.
 */
function findInstants(day: string, time: string, timeZone: string) {
  const shown = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(`${day}T${time}`))
    throw new RangeError(`there is no ${day} ${time}`);
  const [before, after] = [-dayMilliseconds, dayMilliseconds].map(
    (shift) => shown - offsetAt(shown + shift, timeZone),
  ) as [number, number];
  const instants = [...new Set([before, after])]
    .filter((instant) => instant + offsetAt(instant, timeZone) === shown)
    .map((instant) => new Date(instant));
  return { instants, beforeChange: new Date(before) };
}

/** The locale's own format is `2026-11-20 18:00`. */
const isoLocale = "sv-SE";
const clockOptions = { dateStyle: "short", timeStyle: "short" } as const;

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
export function offsetAt(instant: number, timeZone: string): number {
  const shown = zoneFormatter(isoLocale, timeZone, clockOptions).format(instant);
  // While somebody types a year, it has fewer than four digits.
  return Date.parse(`${shown.padStart(16, "0").replace(" ", "T")}Z`) - Math.floor(instant / 60_000) * 60_000;
}

/** The instant at which a day (`2026-11-20`) begins in an IANA zone, also if the clocks skip midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantAt(day, "00:00", timeZone);
}

/** The day after a day, in the same format. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMilliseconds).toISOString().slice(0, 10);
}
