import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import type { Listener } from "../core/listener.ts";

/** Notifications from PostgreSQL, over one connection per server. */
export interface Notifications {
  /** Listens on one channel until closed. Throws when the database is unavailable. */
  listen(channel: string, listener: Listener): Promise<void>;
  close(): Promise<void>;
}

const retryMilliseconds = 250;
const maxRetryMilliseconds = 5_000;
const pingMilliseconds = 10_000;
const pingTimeoutMilliseconds = 5_000;

interface NotificationsOptions {
  connectionString: string;
  log: Logger;
  /** The time between two pings. */
  pingEveryMilliseconds?: number;
}

/**
 * The connection only receives, so a firewall or load balancer that forgets it, or a machine that disappears, ends it
 * without a sign. Regular pings notice that, and keep the connection from being idle.
 */
export function openNotifications({
  connectionString,
  log,
  pingEveryMilliseconds = pingMilliseconds,
}: NotificationsOptions): Notifications {
  const listeners = new Map<string, Listener>();
  const closing = new AbortController();
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
    await newClient.connect();
    for (const channel of listeners.keys()) await newClient.query(`listen ${pg.escapeIdentifier(channel)}`);
    void ping(newClient, handleLost);
    return newClient;
  }

  /** Pings until the connection or these notifications are closed. Closes a connection that does not answer. */
  async function ping(pinged: pg.Client, handleLost: (error: Error) => void): Promise<void> {
    const timeout = { query_timeout: pingTimeoutMilliseconds };
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
      else await client.query(`listen ${pg.escapeIdentifier(channel)}`);
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}
