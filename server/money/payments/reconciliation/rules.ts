import { addMinutes } from "@greenroom/contract/kernel/time.ts";

/**
 * When an open order is checked, in minutes after it was opened or its buyer continued with it: 5 min, 30 min, 6 h,
 * 24 h.
 */
const checkMinutes = [5, 30, 6 * 60, 24 * 60] as const;

/** After this many hours without an answer from the provider, we stop retrying and tell a person. */
const retryPeriodHours = 48;

/** True if an order with this many checks is not checked again. */
export function wasLastCheck(checks: number): boolean {
  return checks >= checkMinutes.length;
}

/** The time of an order's check number `checks`, counted from 0. Throws if there is none. */
export function nextCheck(openedAt: Date, checks: number): Date {
  const minutes = checkMinutes[checks];
  if (minutes === undefined) throw new Error(`an order has no check number ${checks}`);
  return addMinutes(openedAt, minutes);
}

/** When a failed check is retried: in a minute. */
export function retryCheck(now: Date): Date {
  return addMinutes(now, 1);
}

export function isRetryPeriodOver(openedAt: Date, now: Date): boolean {
  return now >= addMinutes(openedAt, retryPeriodHours * 60);
}
