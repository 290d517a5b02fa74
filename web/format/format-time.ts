import {
  formatTime,
  timeZoneAbbreviation,
  timeZoneOffset,
  zoneFormatter,
} from "@greenroom/contract/kernel/time-zones.ts";

export { formatTime };

/** The locale of all dates, so that every screen formats a day the same way. */
export const dateLocale = "en-GB";

const minuteMilliseconds = 60_000;
const hourMilliseconds = 60 * minuteMilliseconds;

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

/** How long ago, in the largest unit that fits: `5 min`, `22 h`, `3 d`. */
export function formatAge(since: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - since.getTime()) / minuteMilliseconds));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** `25:08`, `1:04:09`. Drops fractions of a second; negative values become zero. */
export function formatClock(totalSeconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(totalSeconds));
  const hours = Math.floor(wholeSeconds / 3600);
  const minutes = Math.floor((wholeSeconds % 3600) / 60);
  const seconds = String(wholeSeconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${seconds}` : `${minutes}:${seconds}`;
}

const dateTimeOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

/** `20 Nov 2026, 18:00` in the zone: a past moment, with its year. */
export function formatDateTime(instant: Date, timeZone: string): string {
  return zoneFormatter(dateLocale, timeZone, dateTimeOptions).format(instant);
}
