import type { Logger } from "pino";
import type { Relay } from "../../ports/relay.ts";
import type { Redis } from "../redis/connection.ts";

interface RedisRelayInput {
  redis: Redis;
  /** Sends the messages while Redis is unavailable. */
  fallback: Relay;
  log: Logger;
}

/**
 * Publish and subscribe of Redis or Valkey. Every server also listens to the fallback, so messages arrive either way.
 * `onReconnect` is called after an outage, because a message may have been lost at its beginning.
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
