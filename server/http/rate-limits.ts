import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "./errors.ts";

/** Every limit by name: `points` in a sliding start of `seconds`. Written down for people in docs/security.md. */
export const limitRules = {
  "signup-start-by-address": { points: 100, seconds: 3600 },
  "code-start-by-address": { points: 60, seconds: 3600 },
  "code-verify-by-address": { points: 120, seconds: 3600 },
  "password-by-address-and-account": { points: 10, seconds: 900 },
  "password-by-account": { points: 50, seconds: 3600 },
  "password-by-address": { points: 200, seconds: 3600 },
  "change-password-by-user": { points: 10, seconds: 900 },
  "contact-by-address": { points: 10, seconds: 3600 },
  "order-by-user": { points: 30, seconds: 3600 },
  "download-data-by-user": { points: 10, seconds: 3600 },
  "start-link-by-user": { points: 60, seconds: 3600 },
  "room-ticket-by-user": { points: 240, seconds: 600 },
  "upload-by-user": { points: 30, seconds: 3600 },
} as const;

export type LimitName = keyof typeof limitRules;

/** Counts in PostgreSQL, so that all servers share them. */
export interface RateLimits {
  /** Counts one try of `key`; throws `too_many_requests` when the limit is used up. */
  count(name: LimitName, key: string): Promise<void>;
  /** Gives the tries of `key` back, after a success. */
  forgive(name: LimitName, key: string): Promise<void>;
}

export function tooManyRequests(retryAfterSeconds: number): AppError {
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const wait =
    seconds === 1 ? "a second" : seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return new AppError("too_many_requests", {
    msg: `Too many tries. Please wait ${wait} and try again.`,
    retryAfterSeconds: seconds,
  });
}

export function openRateLimits(pool: pg.Pool, factor: number): RateLimits {
  const limiters = new Map<LimitName, RateLimiterPostgres>();
  for (const [name, { points, seconds }] of Object.entries(limitRules) as [
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
  // Keys may hold e-mail addresses of any length; the table holds 255 characters and should hold no addresses.
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
    async forgive(name, key) {
      await limiter(name).delete(keyOf(key));
    },
  };
}
