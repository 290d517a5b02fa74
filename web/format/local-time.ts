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
