import { sql } from "kysely";
import type pg from "pg";
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Database } from "../kernel/db/database.ts";
import type { Notifications } from "../kernel/db/notifications.ts";
import type { LimitCounter, LimitRule, OpenLimitCounter } from "./limits/port.ts";
import type { Relay } from "./relay/port.ts";

interface PostgresRelayInput {
  database: Database;
  notifications: Notifications;
}

/** PostgreSQL's LISTEN and NOTIFY. It needs no other service, but commits that notify wait for each other. */
export function postgresRelay({ database, notifications }: PostgresRelayInput): Relay {
  return {
    usesNotify: true,
    listen: (channel, listener) => notifications.listen(channel, listener),
    async publish(channel, payloads) {
      await sql`
        select pg_notify(${channel}, payload)
        from unnest(${payloads}::text[]) with ordinality sent (payload, place) order by place`.execute(
        database,
      );
    },
  };
}

/** One of the library's limiters as our port. It rejects with a result for a refusal, and with an error otherwise. */
export function toCounter(limiter: RateLimiterAbstract): LimitCounter {
  return {
    async consume(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
        throw refusal;
      }
    },
    async reset(key) {
      await limiter.delete(key);
    },
  };
}

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
