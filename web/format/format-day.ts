import { dateFormatter, formatTimeRange } from "./format-time.ts";

/** The parts of a day, in the zone: `{ month: "Nov", day: "22", weekday: "Sun" }`. */
export function formatDayParts(
  instant: Date,
  timeZone: string,
): { month: string; day: string; weekday: string } {
  const parts = dateFormatter(timeZone, { month: "short", day: "numeric", weekday: "short" }).formatToParts(
    instant,
  );
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
  const options = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
  return dateFormatter(timeZone, options).format(instant).replace(",", "");
}

/** `Fri 20 Nov, 18:00 – 18:45`. */
export function formatSlotRange(startsAt: Date, endsAt: Date, timeZone: string): string {
  return `${formatDay(startsAt, timeZone)}, ${formatTimeRange(startsAt, endsAt, timeZone)}`;
}

/** `17 – 23 November 2026`, `30 November – 6 December 2026`. `until` is the first instant after the range. */
export function formatDayRange(from: Date, until: Date, timeZone: string): string {
  const last = new Date(until.getTime() - 1);
  const format = (instant: Date, options: Intl.DateTimeFormatOptions) =>
    dateFormatter(timeZone, options).format(instant);
  const full = { day: "numeric", month: "long", year: "numeric" } as const;
  if (dayKey(from, timeZone) === dayKey(last, timeZone)) return format(from, full);
  const sameYear = format(from, { year: "numeric" }) === format(last, { year: "numeric" });
  const sameMonth = sameYear && format(from, { month: "numeric" }) === format(last, { month: "numeric" });
  const first = sameMonth
    ? format(from, { day: "numeric" })
    : format(from, sameYear ? { day: "numeric", month: "long" } : full);
  return `${first} – ${format(last, full)}`;
}

/** `November 2026`. */
export function formatMonth(instant: Date, timeZone: string): string {
  return dateFormatter(timeZone, { month: "long", year: "numeric" }).format(instant);
}

/** The calendar day of an instant in the zone, `2026-11-20`: can be sorted, grouped and compared. */
export function dayKey(instant: Date, timeZone: string): string {
  const parts = dateFormatter(timeZone, { year: "numeric", month: "2-digit", day: "2-digit" }).formatToParts(
    instant,
  );
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${find("year")}-${find("month")}-${find("day")}`;
}

/** The hour of the day in the zone, 0 to 23. */
export function hourOf(instant: Date, timeZone: string): number {
  return Number(dateFormatter(timeZone, { hour: "2-digit", hourCycle: "h23" }).format(instant));
}
