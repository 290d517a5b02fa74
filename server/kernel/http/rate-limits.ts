import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { type LimitName, rateLimitRules } from "@greenroom/contract/kernel/rate-limits.ts";
import type { LimitCounter, OpenLimitCounter } from "../../vendors/limits/port.ts";
import { AppError } from "../errors.ts";

/** Counts that all servers share. */
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

export function openRateLimits(open: OpenLimitCounter, factor: number): RateLimits {
  const counters = new Map<LimitName, LimitCounter>();
  for (const [name, { points, seconds }] of Object.entries(rateLimitRules) as [
    LimitName,
    { points: number; seconds: number },
  ][]) {
    counters.set(name, open({ name, points: Math.max(1, Math.round(points * factor)), seconds }));
  }
  function counterOf(name: LimitName): LimitCounter {
    const found = counters.get(name);
    if (found === undefined) throw new Error(`no rate limit is called ${name}`);
    return found;
  }
  // Keys may contain email addresses of any length, but the column holds 255 characters and should not store
  // addresses.
  const keyOf = (key: string) => createHash("sha256").update(key).digest("base64url");
  return {
    async count(name, key) {
      const waitMilliseconds = await counterOf(name).consume(keyOf(key));
      if (waitMilliseconds > 0) throw tooManyRequests(waitMilliseconds / 1000);
    },
    async reset(name, key) {
      await counterOf(name).reset(keyOf(key));
    },
  };
}

/**
 * The network of one customer: an IPv4 address, or the /64 of an IPv6 address, because one customer usually has a
 * whole /64.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = "", tail = ""] = address.split("::", 2);
  const groups = head === "" ? [] : head.split(":");
  const rest = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::")
    ? new Array(Math.max(0, 8 - groups.length - rest.length)).fill("0")
    : [];
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
