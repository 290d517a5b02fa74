import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";

export interface Listener {
  onNotice(payload: string): void;
  /** The line was cut and is back: notices of the time between are lost. */
  onGap(): void;
}

/** What PostgreSQL notifies us of, over one connection a server. */
export interface Notifications {
  /** Hears one channel until closed. Throws when the database is away. */
  listen(channel: string, listener: Listener): Promise<void>;
  close(): Promise<void>;
}

const retryMilliseconds = 250;
const longestRetryMilliseconds = 5_000;

export function openNotifications({
  connectionString,
  log,
}: {
  connectionString: string;
  log: Logger;
}): Notifications {
  const listeners = new Map<string, Listener>();
  const ending = new AbortController();
  let client: pg.Client | null = null;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client({ connectionString, keepAlive: true, connectionTimeoutMillis: 5_000 });
    let isLost = false;
    const lose = (error?: Error) => {
      if (isLost || ending.signal.aborted) return;
      isLost = true;
      log.warn({ error: error?.message }, "lost the connection that hears notifications");
      if (client === fresh) void reconnect();
    };
    fresh.on("error", lose);
    fresh.on("end", () => lose());
    fresh.on("notification", ({ channel, payload }) => listeners.get(channel)?.onNotice(payload ?? ""));
    await fresh.connect();
    for (const channel of listeners.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    return fresh;
  }

  async function reconnect(): Promise<void> {
    for (
      let wait = retryMilliseconds;
      !ending.signal.aborted;
      wait = Math.min(2 * wait, longestRetryMilliseconds)
    ) {
      try {
        await sleep(wait, undefined, { signal: ending.signal });
        client = await connect();
        for (const listener of listeners.values()) listener.onGap();
        return;
      } catch (error) {
        if (ending.signal.aborted) return;
        log.warn({ error: (error as Error).message }, "cannot hear notifications yet");
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
      ending.abort();
      await client?.end();
    },
  };
}
