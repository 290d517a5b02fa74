import type { Logger } from "pino";
import type { Redis } from "../redis/connection.ts";
import type { Relay } from "./port.ts";

interface RedisRelayInput {
  redis: Redis;
  /** Sends the messages while Redis is unavailable. */
  fallback: Relay;
  log: Logger;
}

/** Here a server tells the others that messages do not reach it through Redis. */
const outageChannel = "greenroom_redis_outage";
/** After such a notice, which is repeated every two seconds. */
const outageMilliseconds = 6_000;

/**
 * Publish and subscribe of Redis or Valkey. Every server also listens to the fallback, so messages arrive either way.
 * While Redis is out of reach of one server only, the others send every message both ways. `onReconnect` is called
 * during and after an outage, because a message may have been lost at its beginning.
 */
export function redisRelay({ redis, fallback, log }: RedisRelayInput): Relay {
  let outageUntil = Number.NEGATIVE_INFINITY;
  let outages: Promise<void> | undefined;
  redis.whileNotListening(() => {
    fallback.publish(outageChannel, [""]).catch((error: Error) => {
      log.debug({ error: error.message }, "could not tell the other servers about the outage of Redis");
    });
  });
  return {
    usesNotify: false,
    async listen(channel, listener) {
      outages ??= fallback.listen(outageChannel, {
        onNotification() {
          outageUntil = performance.now() + outageMilliseconds;
        },
        onReconnect: () => undefined,
      });
      await outages;
      await fallback.listen(channel, listener);
      await redis.subscribe(channel, listener);
    },
    async publish(channel, payloads) {
      try {
        await redis.run((client) => Promise.all(payloads.map((payload) => client.publish(channel, payload))));
      } catch (error) {
        log.debug({ error: (error as Error).message }, "sent messages through PostgreSQL instead of Redis");
        await fallback.publish(channel, payloads);
        return;
      }
      if (performance.now() > outageUntil) return;
      // Redis has delivered the messages to all servers but those that are cut off from it.
      await fallback.publish(channel, payloads).catch((error: Error) => {
        log.warn({ error: error.message }, "could not send messages to the servers that have lost Redis");
      });
    },
  };
}
