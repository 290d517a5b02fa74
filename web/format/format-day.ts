import { zoneFormatter } from "@greenroom/contract/kernel/time-zones.ts";
import { dateLocale, formatTimeRange } from "./format-time.ts";

/* A formatter is kept for each of these objects, so they are constants. */
const partsOptions = { month: "short", day: "numeric", weekday: "short" } as const;
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
