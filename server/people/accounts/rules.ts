import { maxNameLength } from "@greenroom/contract/kernel/names.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { oneTimeCodeMinutes, oneTimeCodeResendSeconds } from "@greenroom/contract/people/one-time-codes.ts";
import type { PendingSignup } from "../../kernel/db/stored-json.ts";

export type OneTimeCodePurpose = "signup" | "signin" | "reset" | "delete";

/** A sign-in ends 30 days after its last use, and after 90 days at the latest. */
const maxIdleDays = 30;
const maxSessionDays = 90;
const millisecondsPerDay = 86_400_000;

/**
 * How many guesses at a code are compared: five by the browser that requested it, and five by all others together.
 * All others have 20 wrong guesses per address, purpose and UTC day. docs/security.md explains the total.
 */
export const maxAttemptsPerCode = 5;
export const maxGuessesPerDay = 20;

/** Codes that one known browser, or one network, may request per address and purpose. */
export const maxCodesPerHour = 5;
export const codesPerDay = 10;
/** Codes that all browsers unknown to the account may request in 24 hours, per address and purpose. */
export const unknownBrowserCodesPerDay = 60;

/** An account knows a browser for 180 days after its last sign-in, and remembers the last ten. */
const knownDays = 180;
export const knownDevicesPerUser = 10;

/** How long an unfinished sign-up counts beside a newer one, and how long its token can still choose its form. */
const pendingSignupMinutes = 60;

/** How old `last_seen_at` may get: one write per sign-in every ten minutes, instead of one per request. */
const touchIntervalMinutes = 10;

export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + maxSessionDays * millisecondsPerDay);
}

/** A sign-in that was last used before this has expired. */
export function sessionCutoff(now: Date): Date {
  return new Date(now.getTime() - maxIdleDays * millisecondsPerDay);
}

interface SessionTimes {
  lastSeenAt: Date;
  expiresAt: Date;
}

export function isSessionActive({ lastSeenAt, expiresAt }: SessionTimes, now: Date): boolean {
  return lastSeenAt > sessionCutoff(now) && now < expiresAt;
}

export function needsTouch(lastSeenAt: Date, now: Date): boolean {
  return now >= addMinutes(lastSeenAt, touchIntervalMinutes);
}

export function oneTimeCodeExpiry(now: Date): Date {
  return addMinutes(now, oneTimeCodeMinutes);
}

/**
 * Seconds until the same browser or network may request another code, from the times of its last requests; 0 means
 * now. `factor` is GREENROOM_RATE_LIMIT_FACTOR: it multiplies the counts and shortens the minute between two.
 */
export function secondsUntilNextCode(requestedAt: Date[], now: Date, factor: number): number {
  return Math.max(
    secondsUntilBelow(1, oneTimeCodeResendSeconds / Math.max(1, factor), requestedAt, now),
    secondsUntilBelow(Math.max(1, Math.round(maxCodesPerHour * factor)), 3600, requestedAt, now),
    secondsUntilBelow(Math.max(1, Math.round(codesPerDay * factor)), 86_400, requestedAt, now),
  );
}

/** The same for all browsers together that the account does not know. */
export function secondsUntilUnknownBrowserCode(requestedAt: Date[], now: Date, factor: number): number {
  const perDay = Math.max(1, Math.round(unknownBrowserCodesPerDay * factor));
  return secondsUntilBelow(perDay, 86_400, requestedAt, now);
}

/** Seconds until fewer than `count` of these instants are within the last `seconds`. */
function secondsUntilBelow(count: number, seconds: number, instants: Date[], now: Date): number {
  const ages = instants.map((at) => (now.getTime() - at.getTime()) / 1000).sort((a, b) => a - b);
  const age = ages[count - 1];
  return age === undefined || age >= seconds ? 0 : Math.ceil(seconds - age);
}

export function deviceCutoff(now: Date): Date {
  return new Date(now.getTime() - knownDays * millisecondsPerDay);
}

/** The earliest time of a valid link in the mail to a locked-out owner, which is valid for a day. */
export function noticeLinkSince(now: Date): Date {
  return new Date(now.getTime() - millisecondsPerDay);
}

/** Sign-ups that were started before this have expired. */
export function pendingSignupSince(now: Date): Date {
  return addMinutes(now, -pendingSignupMinutes);
}

/** The UTC calendar day of an instant, `2026-11-20`. */
export function utcDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** A sign-up that was started and not finished. */
export interface PendingStart {
  form: PendingSignup;
  tokenHash: Buffer | null;
}

/**
 * Chooses the form for the new account from the pending sign-ups of its address, newest first; null if that is
 * ambiguous. A code proves the mailbox, but not who filled in the form. So a token chooses its own sign-up or none,
 * and without a token all sign-ups must have the same password, which shows in equal hashes (`hashSignupPassword`).
 */
export function chooseSignup(starts: PendingStart[], tokenHash: Buffer | null): PendingSignup | null {
  if (tokenHash !== null) return starts.find((start) => start.tokenHash?.equals(tokenHash))?.form ?? null;
  const passwords = new Set(starts.map(({ form }) => form.passwordHash));
  return passwords.size === 1 ? (starts[0]?.form ?? null) : null;
}

/**
 * The content of an account whose form was not proven: nothing from any form. The owner enters their name and
 * mobile number later, because those from an attacker's form would be shown to interviewers.
 */
export function formWithoutProof(
  email: string,
): Omit<PendingSignup, "passwordHash"> & { passwordHash: null } {
  const mailbox = email.slice(0, email.lastIndexOf("@"));
  // Words of the address, which may be a domain itself.
  const words = mailbox
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .slice(0, maxNameLength);
  const name = /\p{L}/u.test(words) ? words : "Member";
  return { firstName: name, lastName: "", mobileNumber: "", passwordHash: null };
}
