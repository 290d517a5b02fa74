import { addMinutes } from "@greenroom/contract/time.ts";

/** When an order that nobody has settled is asked for, in minutes after it was opened: 5 min, 30 min, 6 h, 24 h. */
const checkMinutes = [5, 30, 6 * 60, 24 * 60] as const;

/** After so many hours of a provider that does not answer, a person looks. */
const patienceHours = 48;

/** True when an order that was asked for so many times is not asked for again. */
export function wasLastCheck(checks: number): boolean {
  return checks >= checkMinutes.length;
}

/** The time of an order's check number `checks`, counted from 0. Throws when there is none. */
export function nextCheck(openedAt: Date, checks: number): Date {
  const minutes = checkMinutes[checks];
  if (minutes === undefined) throw new Error(`an order has no check number ${checks}`);
  return addMinutes(openedAt, minutes);
}

/** When an order that could not be asked for is tried again: in a minute. */
export function retryCheck(now: Date): Date {
  return addMinutes(now, 1);
}

export function isPatienceOver(openedAt: Date, now: Date): boolean {
  return now >= addMinutes(openedAt, patienceHours * 60);
}
