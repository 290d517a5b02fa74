import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient } from "@redis/client";
import type pg from "pg";
import type { Logger } from "pino";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { providerTimeoutMilliseconds, withDeadline } from "../kernel/concurrency.ts";
import type { OpenLimitCounter } from "./limits/port.ts";
import { openPostgresLimiter, toCounter } from "./postgres.ts";
import type { Listener, Relay } from "./relay/port.ts";

type RedisClient = ReturnType<typeof openClient>;

/** Redis or Valkey: one connection for commands and one that listens. */
export interface Redis {
  /** Runs a command. Rejects at once while Redis is unavailable, and after half a second without an answer. */
  run<T>(command: (client: RedisClient) => Promise<T>): Promise<T>;
  /**
   * Listens on a channel until closed, across reconnects. Does not wait for a Redis that is unavailable. `onReconnect` is
   * also called two seconds after a loss, because a message may have been lost at its beginning.
   */
  subscribe(channel: string, listener: Listener): Promise<void>;
  close(): Promise<void>;
}

/** How long a command may take before its caller uses PostgreSQL instead. */
const commandMilliseconds = 500;
/** After a command without an answer, Redis counts as unavailable for this long, so that not every caller waits. */
const pauseMilliseconds = 5_000;
/** How long the start waits for a Redis that neither answers nor refuses. */
const startMilliseconds = 5_000;
const pingMilliseconds = 5_000;
/** A connection on which not even the answers to pings arrive is closed and opened again. */
const silenceMilliseconds = 12_000;
const maxRetryMilliseconds = 2_000;
const lossMilliseconds = 2_000;
/** Minimum time between two log lines while Redis is unavailable. */
const logIntervalMilliseconds = 10_000;

function openClient(url: string, { disableOfflineQueue }: { disableOfflineQueue: boolean }) {
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue,
    pingInterval: pingMilliseconds,
    socket: {
      connectTimeout: 2_000,
      socketTimeout: silenceMilliseconds,
      reconnectStrategy: (retries) => Math.min(maxRetryMilliseconds, 50 * 2 ** Math.min(retries, 6)),
    },
  });
}

/**
 * Opens both connections, and opens a lost one again. Resolves once both are open or at the first error, because the
 * product also starts without Redis.
 */
export async function openRedis({ url, log }: { url: string; log: Logger }): Promise<Redis> {
  const commands = openClient(url, { disableOfflineQueue: true });
  const subscriber = openClient(url, { disableOfflineQueue: false });
  const listeners = new Map<string, Listener>();
  let pausedUntil = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  const handleError = (error: Error) => {
    if (isClosed || performance.now() - loggedAt < logIntervalMilliseconds) return;
    loggedAt = performance.now();
    log.warn({ error: error.message }, "Redis is unavailable; using PostgreSQL instead");
  };
  const failed = new AbortController();
  for (const client of [commands, subscriber]) {
    client.on("error", (error: Error) => {
      handleError(error);
      failed.abort();
    });
    client.connect().catch(handleError);
  }
  const catchUp = () => {
    for (const listener of listeners.values()) listener.onReconnect();
  };
  let wasReady = false;
  let loss: NodeJS.Timeout | undefined;
  subscriber.on("ready", () => {
    if (wasReady) catchUp();
    wasReady = true;
    clearTimeout(loss);
    loss = undefined;
  });
  subscriber.on("error", () => {
    if (!isClosed) loss ??= setTimeout(catchUp, lossMilliseconds).unref();
  });
  await Promise.race([
    Promise.all([commands, subscriber].map((client) => once(client, "ready", { signal: failed.signal }))),
    sleep(startMilliseconds, undefined, { ref: false }),
  ]).catch(() => undefined); // handleError has logged the reason.

  return {
    async run(command) {
      if (!commands.isReady || performance.now() < pausedUntil) throw new Error("Redis is unavailable");
      try {
        return await withDeadline(commandMilliseconds, undefined, () => command(commands));
      } catch (error) {
        if (error instanceof DOMException) {
          pausedUntil = performance.now() + pauseMilliseconds;
          handleError(error);
        }
        throw error;
      }
    },
    async subscribe(channel, listener) {
      listeners.set(channel, listener);
      let isLate = false;
      const subscribed = subscriber
        .subscribe(channel, (payload) => listener.onNotification(payload))
        .then(() => {
          if (isLate) listener.onReconnect();
        })
        .catch(handleError);
      await Promise.race([
        subscribed,
        sleep(commandMilliseconds, undefined, { ref: false }).then(() => {
          isLate = true;
        }),
      ]);
    },
    async close() {
      isClosed = true;
      clearTimeout(loss);
      for (const client of [commands, subscriber]) if (client.isOpen) client.destroy();
    },
  };
}

/** Connects once, for the doctor. Returns a sentence, and rejects with the reason if Redis cannot be used. */
export async function checkRedis(url: string): Promise<string> {
  const client = createClient({ url, RESP: 2, socket: { connectTimeout: 2_000, reconnectStrategy: false } });
  client.on("error", () => undefined); // connect() rejects with it.
  try {
    return await withDeadline(providerTimeoutMilliseconds, undefined, async () => {
      await client.connect();
      await client.publish("greenroom_doctor", "probe");
      return "answers and accepts messages";
    });
  } finally {
    if (client.isOpen) client.destroy();
  }
}

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

interface RedisRelayInput {
  redis: Redis;
  /** Sends the messages while Redis is unavailable. */
  fallback: Relay;
  log: Logger;
}

/**
 * Publish and subscribe of Redis or Valkey. Every server also listens to the fallback, so messages arrive either way.
 * A server that alone is cut off from Redis gets the others' messages once it has reconnected and caught up.
 */
export function redisRelay({ redis, fallback, log }: RedisRelayInput): Relay {
  return {
    usesNotify: false,
    async listen(channel, listener) {
      await fallback.listen(channel, listener);
      await redis.subscribe(channel, listener);
    },
    async publish(channel, payloads) {
      try {
        await redis.run((client) => Promise.all(payloads.map((payload) => client.publish(channel, payload))));
      } catch (error) {
        log.debug({ error: (error as Error).message }, "sent messages through PostgreSQL instead of Redis");
        await fallback.publish(channel, payloads);
      }
    },
  };
}
