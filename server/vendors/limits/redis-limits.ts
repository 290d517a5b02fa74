import type pg from "pg";
import { RateLimiterRedis } from "rate-limiter-flexible";
import type { Redis } from "../redis/connection.ts";
import type { OpenLimitCounter } from "./port.ts";
import { openPostgresLimiter } from "./postgres-limits.ts";
import { toCounter } from "./to-counter.ts";

/**
 * Counts in Redis, and in PostgreSQL while Redis is unavailable. The two do not share counts, so a limit may allow
 * twice its number around an outage.
 */
export function redisLimits(redis: Redis, pool: pg.Pool): OpenLimitCounter {
  // The two functions of a Redis client that the library calls, with our time limit.
  const storeClient = {
    eval: (script: string, options: { keys: string[]; arguments: string[] }) =>
      redis.run((client) => client.eval(script, options)),
    del: (key: string) => redis.run((client) => client.del(key)),
  };
  return (rule) =>
    toCounter(
      new RateLimiterRedis({
        storeClient,
        useRedisPackage: true,
        keyPrefix: `greenroom:limit:${rule.name}`,
        points: rule.points,
        duration: rule.seconds,
        insuranceLimiter: openPostgresLimiter(pool, rule),
      }),
    );
}
