import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import pg from "pg";
import PgBoss from "pg-boss";
import type { Logger } from "pino";
import { openPool, type Tx } from "../db/database.ts";
import { isDatabaseAway } from "../db/is-away.ts";
import type { DueJob, Job, JobHandler } from "./job.ts";

/** pg-boss in our own database: jobs are rows, written in the transaction that causes them. */
export interface JobQueue {
  /** Writes the job with the transaction's own connection: it exists if and only if the transaction commits. */
  send<Payload extends object>(
    tx: Tx,
    job: Job<Payload>,
    payload: Payload,
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Writes many jobs as `send` does, in one statement. */
  sendAll(tx: Tx, jobs: readonly DueJob[]): Promise<void>;
  /** Makes the queues exist; called once at start, before anything is sent. */
  prepare(handlers: readonly JobHandler<never>[]): Promise<void>;
  /** Starts taking up jobs. */
  work<Context>(context: Context, handlers: readonly JobHandler<Context>[]): Promise<void>;
  /** Runs every job that is due, now, in this call, until none is left; answers how many ran. For tests and commands. */
  drain<Context>(context: Context, handlers: readonly JobHandler<Context>[]): Promise<number>;
  close(): Promise<void>;
}

/** How often an idle worker looks for jobs. */
const pollSeconds = 0.5;
/** Jobs of one kind that a worker does side by side. */
const batchSize = 10;
/** Held while queues are made. */
const preparationLock = 4_711_003;
/** How soon a statement is tried again while the database is away. */
const retrySeconds = 0.5;
/** While the database is away, so often at most it is said. */
const tellAgainSeconds = 10;
/** How often expired jobs are taken from silent workers; with a job's own 45 s this stays under 90 s. */
const maintenanceSeconds = 15;

export async function openJobQueue({
  connectionString,
  log,
}: {
  connectionString: string;
  log: Logger;
}): Promise<JobQueue> {
  // Nothing is prepared: PostgreSQL plans each statement for the one queue that it names.
  const pool = openPool(connectionString, log, 4, pg.Client);
  const ending = new AbortController();
  let toldAt = Number.NEGATIVE_INFINITY;

  /**
   * While the database is away the queue waits for it: pg-boss writes down the end of a job without waiting for the answer,
   * and its rejection would end the process. Each of its statements may be sent twice.
   */
  async function executeSql(text: string, values: unknown[]) {
    for (;;) {
      try {
        return await pool.query(text, values);
      } catch (error) {
        // A new queue is a new table, whose making may get into the way of servers that are at work.
        const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
        if (!(isDatabaseAway(error) || isDeadlock) || ending.signal.aborted) throw error;
        // Every queue asks every moment: one line of them all is enough.
        if (performance.now() - toldAt > tellAgainSeconds * 1000) {
          toldAt = performance.now();
          log.warn({ error: (error as Error).message }, "the job queue waits for the database");
        }
        await sleep(retrySeconds * 1000);
      }
    }
  }

  const boss = new PgBoss({
    db: { executeSql },
    schema: "pgboss",
    maintenanceIntervalSeconds: maintenanceSeconds,
    archiveCompletedAfterSeconds: 3600,
    // Whoever looks after the product finds what failed over a weekend (`operator jobs failed`).
    archiveFailedAfterSeconds: 7 * 24 * 3600,
    deleteAfterDays: 7,
  });
  boss.on("error", (error) => log.error({ error: error.message }, "job queue"));
  await boss.start();

  async function run<Context>(
    context: Context,
    handler: JobHandler<Context>,
    job: PgBoss.Job<unknown>,
  ): Promise<void> {
    try {
      await handler.run(context, job.data, job.id);
      log.info({ job: handler.job.name, jobId: job.id }, "job done");
    } catch (error) {
      log.warn({ job: handler.job.name, jobId: job.id, err: error }, "job failed, will be tried again");
      throw error;
    }
  }

  /** Each job of a batch ends by itself: one that fails does not take the others with it. */
  async function runBatch<Context>(
    context: Context,
    handler: JobHandler<Context>,
    jobs: PgBoss.Job<unknown>[],
  ): Promise<void> {
    const end = async (job: PgBoss.Job<unknown>) => {
      try {
        await run(context, handler, job);
        await boss.complete(handler.job.name, job.id);
      } catch (error) {
        await boss.fail(handler.job.name, job.id, { message: String(error) });
      }
    };
    // Side by side: one after the other, the last of them might be given up before its turn.
    await Promise.all(jobs.map(end));
  }

  return {
    async send(tx, job, payload, options = {}) {
      await boss.send(job.name, payload, {
        db: within(tx),
        ...(options.startAfter === undefined ? {} : { startAfter: options.startAfter }),
      });
    },
    async sendAll(tx, jobs) {
      if (jobs.length > 0) await boss.insert([...jobs], { db: within(tx) });
    },
    async prepare(handlers) {
      // Each queue is a table of its own. Servers and commands that make them side by side lock each other out.
      const client = await pool.connect();
      try {
        await client.query("select pg_advisory_lock($1)", [preparationLock]);
        const made = new Set((await boss.getQueues()).map(({ name }) => name));
        for (const { job } of handlers) if (!made.has(job.name)) await makeQueue(boss, job);
      } finally {
        client.release(true); // Closed: that gives up the lock.
      }
    },
    async work(context, handlers) {
      for (const handler of handlers) {
        await boss.work<unknown>(
          handler.job.name,
          { pollingIntervalSeconds: pollSeconds, batchSize },
          (jobs) => runBatch(context, handler, jobs),
        );
        if (handler.job.cron !== undefined) await boss.schedule(handler.job.name, handler.job.cron);
      }
    },
    async drain(context, handlers) {
      let count = 0;
      for (;;) {
        // One question instead of one a queue: most are empty.
        const { rows } = await pool.query<{ name: string }>(
          "select distinct name from pgboss.job where state < 'active'",
        );
        const waiting = new Set(rows.map(({ name }) => name));
        const due = handlers.filter(({ job }) => waiting.has(job.name));
        if (due.length === 0) return count;
        for (const handler of due) count += await drainQueue(boss, context, handler);
      }
    },
    async close() {
      ending.abort();
      await boss.stop({ graceful: true, timeout: 8_000 });
      await pool.end();
    },
  };
}

/** Runs what waits in one queue, however late it is to start; answers how many. */
async function drainQueue<Context>(
  boss: PgBoss,
  context: Context,
  { job: { name }, run }: JobHandler<Context>,
): Promise<number> {
  const jobs = (await boss.fetch<unknown>(name, { batchSize: 50, ignoreStartAfter: true })) ?? [];
  for (const job of jobs) {
    await run(context, job.data, job.id);
    await boss.complete(name, job.id);
  }
  return jobs.length;
}

/** The transaction's connection as pg-boss takes one. */
function within(tx: Tx): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

async function makeQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  await boss.createQueue(job.name, {
    name: job.name,
    policy: job.cron === undefined ? "standard" : "short",
    retryLimit: job.retries,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: job.expireSeconds,
  });
}
