import { codeMinutes, codeResendSeconds } from "@greenroom/contract/accounts.ts";
import { addMinutes } from "@greenroom/contract/time.ts";

export type CodePurpose = "signup" | "signin" | "reset" | "delete";

/** A sign-in lives 30 days after it was last used, and 90 days at most. */
const idleDays = 30;
const absoluteDays = 90;
const millisecondsPerDay = 86_400_000;

/** Compared guesses a code, and wrong guesses an address and purpose a UTC day. */
export const triesPerCode = 5;
export const guessesPerDay = 20;
export const codesPerHour = 5;

/** How stale `last_seen_at` may get: one write per session and ten minutes, not one a request. */
const touchAfterMinutes = 10;

export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + absoluteDays * millisecondsPerDay);
}

interface SessionTimes {
  lastSeenAt: Date;
  expiresAt: Date;
}

export function isSessionLive({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  const idleUntil = lastSeenAt.getTime() + idleDays * millisecondsPerDay;
  return now.getTime() < Math.min(idleUntil, expiresAt.getTime());
}

export function needsTouch(lastSeenAt: Date, now: Date): boolean {
  return now >= addMinutes(lastSeenAt, touchAfterMinutes);
}

export function codeExpiry(now: Date): Date {
  return addMinutes(now, codeMinutes);
}

/**
 * Seconds until another code may be asked for, given when the last ones of this address and purpose were; 0 means now.
 * `factor` is GREENROOM_RATE_LIMIT_FACTOR: it multiplies the five an hour and shortens the minute between two.
 */
export function secondsUntilNextCode(requestedAt: Date[], now: Date, factor: number): number {
  const agesInSeconds = requestedAt.map((at) => (now.getTime() - at.getTime()) / 1000).sort((a, b) => a - b);
  const youngest = agesInSeconds[0];
  if (youngest === undefined) return 0;
  const resendWait = codeResendSeconds / Math.max(1, factor) - youngest;
  const perHour = Math.max(1, Math.round(codesPerHour * factor));
  const oldestThatCounts = agesInSeconds.filter((age) => age < 3600)[perHour - 1];
  const hourWait = oldestThatCounts === undefined ? 0 : 3600 - oldestThatCounts;
  return Math.max(0, Math.ceil(resendWait), Math.ceil(hourWait));
}

/** The UTC calendar day of an instant, `2026-11-20`. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}
