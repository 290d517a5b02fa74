import { timeZoneAbbreviation, timeZoneOffset } from "@greenroom/contract/core/time-zones.ts";

/** The locale of all dates, so that every screen formats a day the same way. */
export const dateLocale = "en-GB";

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs much more than using it, and a calendar formats hundreds of instants. */
export function dateFormatter(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = dateLocale,
): Intl.DateTimeFormat {
  const key = locale + timeZone + JSON.stringify(options);
  const known = formatters.get(key);
  if (known) return known;
  const created = new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formatters.set(key, created);
  return created;
}

/** `18:00` in the zone. */
export function formatTime(instant: Date, timeZone: string): string {
  return dateFormatter(timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(instant);
}

const hourMilliseconds = 3_600_000;

/** Like `formatTime`, with the zone's short name in the hour that an autumn night has twice: `01:30 BST`. */
export function formatExactTime(instant: Date, timeZone: string): string {
  const time = formatTime(instant, timeZone);
  const isRepeated = [-hourMilliseconds, hourMilliseconds].some(
    (shift) => formatTime(new Date(instant.getTime() + shift), timeZone) === time,
  );
  return isRepeated ? `${time} ${timeZoneAbbreviation(instant, timeZone)}` : time;
}

/** `18:00 – 18:45`; the zone's short name is added to each when the clock changes in between. */
export function formatTimeRange(startsAt: Date, endsAt: Date, timeZone: string): string {
  const changes = timeZoneOffset(startsAt, timeZone) !== timeZoneOffset(endsAt, timeZone);
  const formatEnd = (instant: Date) =>
    changes
      ? `${formatTime(instant, timeZone)} ${timeZoneAbbreviation(instant, timeZone)}`
      : formatTime(instant, timeZone);
  return `${formatEnd(startsAt)} – ${formatEnd(endsAt)}`;
}
