import { formatDay } from "../../../format/format-day.ts";

/** The time until an instant, in one rounded unit: `10 min`, `3 days`. */
export function waitText(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.round((until.getTime() - now.getTime()) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.round(minutes / (60 * 24));
  if (days < 14) return days === 1 ? "1 day" : `${days} days`;
  return `${Math.round(days / 7)} weeks`;
}

const dayMilliseconds = 24 * 3_600_000;

/** When a card returns, inside a sentence: `in 10 min`, `on Fri 20 Nov`. */
export function returnText(returnsAt: Date, now: Date, timeZone: string): string {
  return returnsAt.getTime() - now.getTime() < dayMilliseconds
    ? `in ${waitText(returnsAt, now)}`
    : `on ${formatDay(returnsAt, timeZone)}`;
}
