import { Temporal } from "temporal-polyfill";

/**
 * The instant of a wall time (`2026-11-20`, `09:30`) in a zone. A time that a spring night skips is moved on; of
 * the two that an autumn night has, it is the first. Only the calendar needs it: it brings Temporal along.
 */
export function instantAt(day: string, time: string, timeZone: string): Date {
  const zoned = Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from(time),
  });
  return new Date(zoned.epochMilliseconds);
}
