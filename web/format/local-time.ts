import { Temporal } from "temporal-polyfill";

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
  const local = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(timeZone, { disambiguation: "later" });
  const first = new Date(earlier.epochMilliseconds);
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { kind: "once", instant: first };
  // In a gap, both results differ from the requested time.
  if (!earlier.toPlainDateTime().equals(local)) return { kind: "skipped" };
  return { kind: "twice", first, second: new Date(later.epochMilliseconds) };
}

/**
 * The instant of a wall-clock time (`2026-11-20`, `09:30`) in a zone. A time that a spring night skips is
 * moved forward; a repeated time in autumn means the first one.
 */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const zoned = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from(time),
  });
  return new Date(zoned.epochMilliseconds);
}

/** The instant at which a day (`2026-11-20`) begins in an IANA zone, also if the clocks skip midnight. */
export function startOfDay(day: string, timeZone: string): Date {
  return instantAt(day, "00:00", timeZone);
}

/** The day after a day, in the same format. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
