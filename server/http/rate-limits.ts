import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../core/errors.ts";

/** Every limit by name: `points` in a sliding window of `seconds`. docs/security.md lists them. */
export const rateLimitRules = {
  "signup-start-by-address": { points: 100, seconds: 3600 },
  "code-start-by-address": { points: 60, seconds: 3600 },
  "code-verify-by-address": { points: 120, seconds: 3600 },
  "password-by-address-and-account": { points: 10, seconds: 900 },
  "password-by-known-browser": { points: 10, seconds: 900 },
  "password-by-account": { points: 50, seconds: 3600 },
  "password-by-address": { points: 200, seconds: 3600 },
  "recognize-browser-by-address": { points: 60, seconds: 3600 },
  "change-password-by-user": { points: 10, seconds: 900 },
  "open-desk-by-user": { points: 10, seconds: 900 },
  "payout-details-by-user": { points: 10, seconds: 3600 },
  "settlement-file-by-user": { points: 30, seconds: 3600 },
  "desk-check-by-user": { points: 30, seconds: 3600 },
  "desk-export-by-user": { points: 30, seconds: 3600 },
  "contact-by-address": { points: 10, seconds: 3600 },
  "contact-mail-by-recipient": { points: 3, seconds: 86_400 },
  "application-by-address": { points: 10, seconds: 3600 },
  "application-by-email": { points: 3, seconds: 86_400 },
  "desk-action-by-user": { points: 600, seconds: 3600 },
  "desk-search-by-user": { points: 1200, seconds: 3600 },
  "account-change-by-user": { points: 20, seconds: 3600 },
  "end-sign-ins-by-user": { points: 60, seconds: 3600 },
  "policy-reports-by-address": { points: 60, seconds: 3600 },
  "order-by-user": { points: 30, seconds: 3600 },
  "download-data-by-user": { points: 10, seconds: 3600 },
  "start-link-by-user": { points: 60, seconds: 3600 },
  "room-ticket-by-user": { points: 240, seconds: 600 },
  "room-mark-by-user": { points: 120, seconds: 600 },
  "room-question-by-user": { points: 120, seconds: 600 },
  "question-search-by-user": { points: 600, seconds: 600 },
  "question-marks-by-user": { points: 600, seconds: 600 },
  "own-question-by-user": { points: 300, seconds: 3600 },
  "transcript-consent-by-user": { points: 60, seconds: 600 },
  "utterance-by-user": { points: 600, seconds: 600 },
  "utterance-audio-by-user": { points: 400, seconds: 600 },
  "correction-by-user": { points: 600, seconds: 3600 },
  "move-answer-by-user": { points: 60, seconds: 600 },
  "goal-by-user": { points: 60, seconds: 600 },
  "upload-by-user": { points: 30, seconds: 3600 },
  "generated-pdf-by-user": { points: 60, seconds: 3600 },
  "report-pdf-by-user": { points: 30, seconds: 3600 },
  "device-draft-by-user": { points: 20, seconds: 3600 },
  "report-answer-by-user": { points: 60, seconds: 3600 },
  "drill-card-by-user": { points: 1200, seconds: 3600 },
  "practice-by-user": { points: 600, seconds: 3600 },
  "practice-read-by-user": { points: 1200, seconds: 3600 },
  "practice-start-by-user": { points: 60, seconds: 3600 },
  "practice-export-by-user": { points: 30, seconds: 3600 },
} as const;

export type LimitName = keyof typeof rateLimitRules;

/** Counts in PostgreSQL, so that all servers share them. */
export interface RateLimits {
  /** Counts one attempt of `key`; throws `too_many_requests` if the limit is used up. */
  count(name: LimitName, key: string): Promise<void>;
  /** Resets the count of `key` after a success. */
  reset(name: LimitName, key: string): Promise<void>;
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const wait =
    seconds === 1 ? "a second" : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError("too_many_requests", {
    msg: `Too many attempts. Please wait ${wait} and try again.`,
    retryAfterSeconds: seconds,
  });
}

/** Returns whether one more attempt fits into a limit; throws any other error. */
export async function isWithinLimit(count: () => Promise<void>): Promise<boolean> {
  try {
    await count();
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") return false;
    throw error;
  }
}

export function openRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const limiters = new Map<LimitName, RateLimiterPostgres>();
  for (const [name, { points, seconds }] of Object.entries(rateLimitRules) as [
    LimitName,
    { points: number; seconds: number },
  ][]) {
    limiters.set(
      name,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
        points: Math.max(1, Math.round(points * factor)),
        duration: seconds,
      }),
    );
  }
  function limiter(name: LimitName): RateLimiterPostgres {
    const found = limiters.get(name);
    if (found === undefined) throw new Error(`no rate limit is called ${name}`);
    return found;
  }
  // Keys may contain email addresses of any length, but the column holds 255 characters and should not store
  // addresses.
  const keyOf = (key: string) => createHash("sha256").update(key).digest("base64url");
  return {
    async count(name, key) {
      try {
        await limiter(name).consume(keyOf(key));
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw tooManyRequests(refusal.msBeforeNext / 1000);
        throw refusal;
      }
    },
    async reset(name, key) {
      await limiter(name).delete(keyOf(key));
    },
  };
}
