import { dateFormatter } from "./format-time.ts";

/** `20 Nov 2026, 18:00` in the zone: a past moment, with its year. */
export function formatDateTime(instant: Date, timeZone: string): string {
  return dateFormatter(timeZone, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(instant);
}
