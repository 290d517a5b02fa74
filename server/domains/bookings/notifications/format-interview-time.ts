import { formatNamedMoment, timeZoneAbbreviation } from "@greenroom/contract/core/time-zones.ts";

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

/** Creating a formatter costs twenty times as much as using one, and only a few zones are in use at a time. */
const maxFormatters = 500;
const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${JSON.stringify(options)}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    if (formatters.size >= maxFormatters) formatters.clear();
    formatter = new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
    formatters.set(key, formatter);
  }
  return formatter;
}

export function formatInterviewTime(
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  timeZone: string,
): InterviewTime {
  const format = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    getFormatter(timeZone, options).format(instant);
  const formatClock = (instant: Date) =>
    format(instant, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = format(startsAt, { weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const [startZone, endZone] = [startsAt, endsAt].map((instant) => timeZoneAbbreviation(instant, timeZone));
  // If the clocks change during the interview, each end names its own zone.
  const start = startZone === endZone ? formatClock(startsAt) : `${formatClock(startsAt)} ${startZone}`;
  return {
    short: formatNamedMoment(startsAt, timeZone),
    long: `${day.replace(",", "")}, ${start} to ${formatClock(endsAt)} ${endZone}`,
  };
}
