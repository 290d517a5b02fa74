import { Temporal } from "temporal-polyfill";

/** What a time on the wall clock of a zone stands for: one instant, one of two, or none. */
export type LocalTime =
  | { kind: "once"; instant: Date }
  | { kind: "twice"; first: Date; second: Date }
  | { kind: "skipped" };

/**
 * Reads a day and a time (`2026-11-20`, `18:00`) in an IANA zone. A spring night skips some times and an autumn night
 * has some twice; neither is guessed at here. Throws a RangeError for a day or time that no calendar has.
 */
export function readLocalTime(day: string, time: string, timeZone: string): LocalTime {
  const local = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time));
  const earlier = local.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  const later = local.toZonedDateTime(timeZone, { disambiguation: "later" });
  const first = new Date(earlier.epochMilliseconds);
  if (earlier.epochMilliseconds === later.epochMilliseconds) return { kind: "once", instant: first };
  // In a gap both answers are moved off the time that was asked for.
  if (!earlier.toPlainDateTime().equals(local)) return { kind: "skipped" };
  return { kind: "twice", first, second: new Date(later.epochMilliseconds) };
}
