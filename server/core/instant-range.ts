import { Temporal } from "temporal-polyfill";

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
