import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { Listener } from "../../vendors/relay/port.ts";

/** Notifications from PostgreSQL, over one connection per server. */
export interface Notifications {
  /** Listens on one channel until closed. Throws when the database is unavailable. */
  listen(channel: string, listener: Listener): Promise<void>;
  close(): Promise<void>;
}

const retryMilliseconds = 250;
const maxRetryMilliseconds = 5_000;
const pingMilliseconds = 10_000;
/** A connection that takes longer to answer is replaced. */
const answerTimeoutMilliseconds = 5_000;

interface NotificationsOptions {
  connectionString: string;
  log: Logger;
  /** The time between two pings. */
  pingEveryMilliseconds?: number;
  /** The longest time to an answer. */
  answerWithinMilliseconds?: number;
}

/**
 * The connection only receives, so a firewall or load balancer that forgets it, or a machine that disappears, ends it
 * without a sign. Regular pings notice that, and keep the connection from being idle.
 */
export function openNotifications({
  connectionString,
  log,
  pingEveryMilliseconds = pingMilliseconds,
  answerWithinMilliseconds = answerTimeoutMilliseconds,
}: NotificationsOptions): Notifications {
  const listeners = new Map<string, Listener>();
  const closing = new AbortController();
  const timeout = { query_timeout: answerWithinMilliseconds };
  let client: pg.Client | null = null;

  async function connect(): Promise<pg.Client> {
    const newClient = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      application_name: "greenroom notifications",
    });
    let isLost = false;
    const handleLost = (error?: Error) => {
      if (isLost || closing.signal.aborted) return;
      isLost = true;
      log.warn({ error: error?.message }, "lost the connection for notifications");
      if (client === newClient) void reconnect();
    };
    newClient.on("error", handleLost);
    newClient.on("end", () => handleLost());
    newClient.on("notification", ({ channel, payload }) =>
      listeners.get(channel)?.onNotification(payload ?? ""),
    );
    try {
      await newClient.connect();
      for (const channel of listeners.keys()) await listenOn(newClient, channel);
    } catch (error) {
      // Otherwise it would stay open beside the one that replaces it.
      await newClient.end().catch(() => undefined); // The caller gets the cause.
      throw error;
    }
    void ping(newClient, handleLost);
    return newClient;
  }

  async function listenOn(listening: pg.Client, channel: string): Promise<void> {
    const text = `listen ${pg.escapeIdentifier(channel)}`;
    await listening.query({ text, ...timeout });
  }

  /** Pings until the connection or these notifications are closed. Closes a connection that does not answer. */
  async function ping(pinged: pg.Client, handleLost: (error: Error) => void): Promise<void> {
    try {
      for (;;) {
        await sleep(pingEveryMilliseconds, undefined, { signal: closing.signal, ref: false });
        await pinged.query({ text: "select 1", ...timeout });
      }
    } catch (error) {
      if (closing.signal.aborted) return;
      handleLost(error as Error);
      // With a query that is not answered, this destroys the socket instead of waiting for the database.
      await pinged.end().catch(() => undefined); // The loss has been logged.
    }
  }

  async function reconnect(): Promise<void> {
    for (
      let wait = retryMilliseconds;
      !closing.signal.aborted;
      wait = Math.min(2 * wait, maxRetryMilliseconds)
    ) {
      try {
        await sleep(wait, undefined, { signal: closing.signal });
        client = await connect();
        for (const listener of listeners.values()) listener.onReconnect();
        return;
      } catch (error) {
        if (closing.signal.aborted) return;
        log.warn({ error: (error as Error).message }, "could not restore the connection for notifications");
      }
    }
  }

  return {
    async listen(channel, listener) {
      listeners.set(channel, listener);
      if (client === null) client = await connect();
      else await listenOn(client, channel);
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}
