import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { isDueBetween } from "./cron.ts";
import type { Job } from "./job.ts";

/** The wait after an error, in milliseconds. */
const retryMilliseconds = 5_000;
/** How long after the beginning of a minute a server looks for due jobs, in milliseconds. */
const delayMilliseconds = 50;

interface SchedulerOptions {
  pool: pg.Pool;
  jobs: readonly Job<object>[];
  /** Inserts jobs with this connection. A job that is still waiting is not inserted again. */
  insert(client: pg.PoolClient, names: string[]): Promise<void>;
  onError(error: unknown): void;
}

export interface Scheduler {
  stop(): Promise<void>;
}

/**
 * Inserts recurring jobs when their minute begins. It takes the place of pg-boss's own scheduler, which parses every
 * schedule twice a minute and takes more processor time than the rest of an idle server.
 */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const closing = new AbortController();
  async function loop(): Promise<void> {
    while (!closing.signal.aborted) {
      const wait = await insertDueJobs(options).catch((error: unknown) => {
        options.onError(error);
        return retryMilliseconds;
      });
      await sleep(wait, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  const ended = loop();
  return {
    async stop() {
      closing.abort();
      await ended;
    },
  };
}

/**
 * Inserts the jobs that came due since any server last looked. The database's clock decides, and one server handles each
 * minute: the row of pg-boss's version holds the time. Returns the milliseconds until the next minute.
 */
export async function insertDueJobs({
  pool,
  jobs,
  insert,
}: Pick<SchedulerOptions, "pool" | "jobs" | "insert">): Promise<number> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("begin");
    const { rows } = await client.query<{ since: Date; until: Date }>(
      `with last as (select coalesce(cron_on, now() - interval '1 minute') as at from pgboss.version for update)
       update pgboss.version set cron_on = now() from last where last.at < date_trunc('minute', now())
       returning last.at as since, now() as until`,
    );
    const [minute] = rows;
    if (minute !== undefined) {
      const due = jobs.filter(
        ({ cron }) => cron !== undefined && isDueBetween(cron, minute.since, minute.until),
      );
      if (due.length > 0)
        await insert(
          client,
          due.map(({ name }) => name),
        );
    }
    const { rows: clock } = await client.query<{ left: number }>(
      "select (1000 * (60 - extract(second from clock_timestamp())))::float8 as left",
    );
    await client.query("commit");
    isBroken = false;
    return (clock[0]?.left ?? 0) + delayMilliseconds;
  } finally {
    // Closing the connection also ends a transaction that failed.
    client.release(isBroken);
  }
}
