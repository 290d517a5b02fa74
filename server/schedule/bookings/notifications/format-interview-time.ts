import {
  formatNamedMoment,
  formatTime,
  timeZoneAbbreviation,
  zoneFormatter,
} from "@greenroom/contract/kernel/time-zones.ts";

/**
 * An interview's time in a reader's zone. Both forms name the zone, because a mail alone does not show which one
 * applies.
 */
export interface InterviewTime {
  /** `Fri 20 Nov 2026, 18:00 IST` */
  short: string;
  /** `Friday 20 November 2026, 18:00 to 18:45 IST` */
  long: string;
}

const longDayOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;

export function formatInterviewTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  timeZone: string,
): InterviewTime {
  const day = zoneFormatter("en-GB", timeZone, longDayOptions).format(startsAt);
  const [startZone, endZone] = [startsAt, endsAt].map((instant) => timeZoneAbbreviation(instant, timeZone));
  const [startClock, endClock] = [startsAt, endsAt].map((instant) => formatTime(instant, timeZone));
  // If the clocks change during the interview, each end names its own zone.
  const start = startZone === endZone ? startClock : `${startClock} ${startZone}`;
  return {
    short: formatNamedMoment(startsAt, timeZone),
    long: `${day.replace(",", "")}, ${start} to ${endClock} ${endZone}`,
  };
}
