import { zoneFormatter } from "@greenroom/contract/kernel/time-zones.ts";
import { dateLocale } from "../../format/times.ts";

/* A period is a calendar day or month of the business, so its name needs no time zone. */

const dayOptions = { day: "numeric", month: "short", year: "numeric" } as const;
const shortDayOptions = { day: "numeric", month: "short" } as const;
const monthOptions = { month: "short", year: "numeric" } as const;

/** `2026-11-20` as `20 Nov 2026`, `2026-11` as `Nov 2026`. */
export function formatPeriod(period: string): string {
  return format(period, dayOptions);
}

/** `2026-11-20` as `20 Nov`, `2026-11` as `Nov 2026`. */
export function formatShortPeriod(period: string): string {
  return format(period, shortDayOptions);
}

function format(period: string, ofDay: typeof dayOptions | typeof shortDayOptions): string {
  const isMonth = period.length === "2026-11".length;
  const day = new Date(`${isMonth ? `${period}-01` : period}T00:00:00Z`);
  return zoneFormatter(dateLocale, "UTC", isMonth ? monthOptions : ofDay).format(day);
}
