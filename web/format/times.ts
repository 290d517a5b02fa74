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

/* A formatter is kept for each of these objects, so they are constants. */
const partsOptions = { month: "short", day: "numeric", weekday: "short" } as const;
const weekdayOptions = { weekday: "long" } as const;
const longDayOptions = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const shortDateOptions = { day: "numeric", month: "short", year: "numeric" } as const;
const dateOptions = { day: "numeric", month: "long", year: "numeric" } as const;
const dayAndMonthOptions = { day: "numeric", month: "long" } as const;
const monthAndYearOptions = { month: "long", year: "numeric" } as const;
const dayOptions = { day: "numeric" } as const;
const monthOptions = { month: "numeric" } as const;
const yearOptions = { year: "numeric" } as const;
const keyOptions = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
const hourOptions = { hour: "2-digit", hourCycle: "h23" } as const;

/** The parts of a day, in the zone: `{ month: "Nov", day: "22", weekday: "Sun" }`. */
export function formatDayParts(
  instant: Date,
  timeZone: string,
): { month: string; day: string; weekday: string } {
  const parts = zoneFormatter(dateLocale, timeZone, partsOptions).formatToParts(instant);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { month: find("month"), day: find("day"), weekday: find("weekday") };
}

/** `Fri 20 Nov`. */
export function formatDay(instant: Date, timeZone: string): string {
  const { weekday, day, month } = formatDayParts(instant, timeZone);
  return `${weekday} ${day} ${month}`;
}

/** `Friday`. */
export function formatWeekday(instant: Date, timeZone: string): string {
  return zoneFormatter(dateLocale, timeZone, weekdayOptions).format(instant);
}

/** `Friday 20 November 2026`. */
export function formatLongDay(instant: Date, timeZone: string): string {
  return zoneFormatter(dateLocale, timeZone, longDayOptions).format(instant).replace(",", "");
}

/** `20 Nov 2026`: a date that may be long ago. */
export function formatDate(instant: Date, timeZone: string): string {
  return zoneFormatter(dateLocale, timeZone, shortDateOptions).format(instant);
}

/** `Fri 20 Nov, 18:00 – 18:45`. */
export function formatSlotRange(startsAt: Date, endsAt: Date, timeZone: string): string {
  return `${formatDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, endsAt, timeZone)}`;
}

/** `17 – 23 November 2026`, `30 November – 6 December 2026`. `until` is the first instant after the range. */
export function formatDayRange(from: Date, until: Date, timeZone: string): string {
  const last = new Date(until.getTime() - 1);
  const format = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    zoneFormatter(dateLocale, timeZone, options).format(instant);
  if (dayKey(from, timeZone) === dayKey(last, timeZone)) return format(from, dateOptions);
  const sameYear = format(from, yearOptions) === format(last, yearOptions);
  const sameMonth = sameYear && format(from, monthOptions) === format(last, monthOptions);
  const first = sameMonth
    ? format(from, dayOptions)
    : format(from, sameYear ? dayAndMonthOptions : dateOptions);
  return `${first} – ${format(last, dateOptions)}`;
}

/** `November 2026`. */
export function formatMonth(instant: Date, timeZone: string): string {
  return zoneFormatter(dateLocale, timeZone, monthAndYearOptions).format(instant);
}

/** The calendar day of an instant in the zone, `2026-11-20`: can be sorted, grouped and compared. */
export function dayKey(instant: Date, timeZone: string): string {
  const parts = zoneFormatter(dateLocale, timeZone, keyOptions).formatToParts(instant);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${find("year")}-${find("month")}-${find("day")}`;
}

/** The hour of the day in the zone, 0 to 23. */
export function hourOf(instant: Date, timeZone: string): number {
  return Number(zoneFormatter(dateLocale, timeZone, hourOptions).format(instant));
}
