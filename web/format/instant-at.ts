import { Temporal } from "temporal-polyfill";

/**
 * The instant of a wall-clock time (`2026-11-20`, `09:30`) in a zone. A time that a spring night skips is
 * moved forward; a repeated time in autumn means the first one. Only the calendar needs it, because it loads
 * Temporal.
 */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const zoned = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from(time),
  });
  return new Date(zoned.epochMilliseconds);
}
