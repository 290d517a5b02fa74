import type pg from "pg";
import { RateLimiterPostgres } from "rate-limiter-flexible";
import type { LimitRule, OpenLimitCounter } from "./port.ts";
import { toCounter } from "./to-counter.ts";

/** Counts in the table `rate_limits`. */
export function postgresLimits(pool: pg.Pool): OpenLimitCounter {
  return (rule) => toCounter(openPostgresLimiter(pool, rule));
}

export function openPostgresLimiter(
  pool: pg.Pool,
  { name, points, seconds }: LimitRule,
): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}
