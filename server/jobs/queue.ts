import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import pg from "pg";
import PgBoss from "pg-boss";
import type { Logger } from "pino";
import { batch } from "../db/batch.ts";
import { isDatabaseUnavailable } from "../db/clients/is-unavailable.ts";
import { openPool, type Tx } from "../db/database.ts";
import { keptAfterEndSeconds } from "./failed-jobs.ts";
import type { DueJob, Job, JobHandler } from "./job.ts";
import {
  type ClaimedJob,
  claimDueJobs,
  deleteDoneJobs,
  type ExecuteSql,
  isClaimHeld,
  selectDueQueues,
} from "./job-store.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";
import { type JobWorker, startJobWorker } from "./worker.ts";

/** The job queue: pg-boss in our own database. Jobs are rows that the transaction inserts which causes them. */
export interface JobQueue {
  /**
   * Inserts the job with the transaction's own connection: it exists if and only if the transaction commits. It starts
   * at once, after an instant, or after a delay by the database's clock.
   */
  enqueue<Payload extends object>(
    tx: Tx,
    job: Job<Payload>,
    payload: Payload,
    options?: { startAfter?: Date } | { delaySeconds: number },
  ): Promise<void>;
  /** Inserts many jobs as `enqueue` does, in one statement. */
  enqueueAll(tx: Tx, jobs: readonly DueJob[]): Promise<void>;
  /** Creates missing queues. Called once at start, before anything is enqueued. */
  prepare(handlers: readonly JobHandler<never>[]): Promise<void>;
  /** Starts running jobs. */
  work<Context>(context: Context, handlers: readonly JobHandler<Context>[]): Promise<void>;
  /** Runs every due job in this call until none is left, and returns how many ran. For tests and commands. */
  drain<Context>(context: Context, handlers: readonly JobHandler<Context>[]): Promise<number>;
  close(): Promise<void>;
}

/** Advisory lock held while queues are created. */
const preparationLock = 4_711_003;
/** Pause before a statement is retried while the database is unavailable. */
const retrySeconds = 0.5;
/** Minimum time between two log lines while the database is unavailable. */
const logIntervalSeconds = 10;
/** How long a stopping server waits for its running jobs. */
const stopSeconds = 8;
/** How often expired jobs are taken from unresponsive workers. With a job's own 45 s this stays under 90 s. */
const maintenanceSeconds = 15;

interface QueueOptions {
  connectionString: string;
  log: Logger;
  /** By default its statements are prepared only if they have a name, so that each is planned for its queue. */
  Client?: typeof pg.Client;
  /** False for a server that only inserts jobs: it neither maintains the queues nor starts scheduled jobs. */
  runsJobs?: boolean;
}

export async function openJobQueue({
  connectionString,
  log,
  Client = pg.Client,
  runsJobs = true,
}: QueueOptions): Promise<JobQueue> {
  const pool = openPool({ connectionString, log, max: 4, Client });
  const closing = new AbortController();
  let lastLoggedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  /**
   * Retries each statement while the database is unavailable: pg-boss records the end of a job without awaiting the
   * result, and a rejection would end the process. Each of its statements may be sent twice.
   */
  const execute: ExecuteSql = async (query) => {
    for (;;) {
      try {
        return await pool.query(query);
      } catch (error) {
        // A new queue is a new table, and creating it may deadlock with running servers.
        const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
        if (!(isDatabaseUnavailable(error) || isDeadlock) || closing.signal.aborted) throw error;
        // Every queue polls all the time, so one log line for all of them is enough.
        if (performance.now() - lastLoggedAt > logIntervalSeconds * 1000) {
          lastLoggedAt = performance.now();
          log.warn({ error: (error as Error).message }, "the job queue waits for the database");
        }
        await sleep(retrySeconds * 1000);
      }
    }
  };

  /**
   * pg-boss records the end of its own jobs in the background, even after its stop timed out, and a rejection would
   * end the process. Such a job expires and runs again. Returns the result of a statement that changed nothing.
   */
  async function rejectLateAnswer() {
    log.warn("the job queue was closed before the end of a pg-boss job was recorded");
    return { rows: [{ count: "0" }] };
  }

  const boss = new PgBoss({
    db: { executeSql: (text, values) => (isClosed ? rejectLateAnswer() : execute({ text, values })) },
    schema: "pgboss",
    supervise: runsJobs,
    schedule: false,
    maintenanceIntervalSeconds: maintenanceSeconds,
    archiveCompletedAfterSeconds: keptAfterEndSeconds,
    // Kept long enough for an operator to find what failed over a weekend (the desk's Health page).
    archiveFailedAfterSeconds: 7 * 24 * 3600,
    deleteAfterDays: 7,
  });
  boss.on("error", (error) => log.error({ error: error.message }, "job queue"));
  await boss.start();

  async function run<Context>(
    context: Context,
    handler: JobHandler<Context>,
    job: ClaimedJob,
  ): Promise<void> {
    try {
      await handler.run(context, job.data, job.id);
      log.info({ job: handler.job.name, jobId: job.id }, "job done");
    } catch (error) {
      log.warn({ job: handler.job.name, jobId: job.id, err: error }, "job failed, will be retried");
      throw error;
    }
  }

  /** Runs a job and records how it ended. Each job is recorded alone, so that a failure does not affect others. */
  async function runToEnd<Context>(
    context: Context,
    handler: JobHandler<Context>,
    job: ClaimedJob,
  ): Promise<void> {
    const { name, expireSeconds } = handler.job;
    let timer: NodeJS.Timeout | undefined;
    // After that, another worker may take the job. A job that hangs must not block its place forever.
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the job took longer than ${expireSeconds} s`)),
        expireSeconds * 1000,
      );
    });
    try {
      await Promise.race([run(context, handler, job), timeout]);
      await deleteDone(name)(job.id);
    } catch (error) {
      await failJob(job, name, String(error));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Does nothing if the job expired meanwhile: another worker may be running it. */
  async function failJob(job: ClaimedJob, name: string, message: string): Promise<void> {
    if (await isClaimHeld(execute, name, job)) await boss.fail(name, job.id, { message });
  }

  /** Jobs of one queue that end at the same moment share a statement. */
  const deleteDone = memoizeByName((name) =>
    batch<string, void>(
      async (ids) => {
        await deleteDoneJobs(execute, name, ids);
        return ids.map(() => undefined);
      },
      { maxSize: 100, maxConcurrent: 1 },
    ),
  );
  const workers: JobWorker[] = [];
  const schedulers: Scheduler[] = [];

  return {
    async enqueue(tx, job, payload, options = {}) {
      const startAfter = "delaySeconds" in options ? options.delaySeconds : options.startAfter;
      await boss.send(job.name, payload, {
        db: transactionDb(tx),
        ...(startAfter === undefined ? {} : { startAfter }),
      });
    },
    async enqueueAll(tx, jobs) {
      if (jobs.length > 0) await boss.insert([...jobs], { db: transactionDb(tx) });
    },
    async prepare(handlers) {
      // Each queue is a table of its own. Servers and commands that create queues concurrently would deadlock.
      const client = await pool.connect();
      try {
        // Held by a transaction, because behind a pooler nothing else stays on one connection.
        await client.query("begin");
        await client.query("select pg_advisory_xact_lock($1)", [preparationLock]);
        const made = new Set((await boss.getQueues()).map(({ name }) => name));
        for (const { job } of handlers) if (!made.has(job.name)) await createQueue(boss, job);
      } finally {
        client.release(true); // Closing the connection ends the transaction and releases the lock.
      }
    },
    async work<Context>(context: Context, handlers: readonly JobHandler<Context>[]) {
      const worker = startJobWorker({
        handlers,
        selectDueQueues: (names) => selectDueQueues(execute, names),
        claimDueJobs: (name, limit) => claimDueJobs(execute, name, limit),
        run: (handler, job) =>
          runToEnd(context, handler as JobHandler<typeof context>, job).catch((error: unknown) =>
            log.error(
              { job: handler.job.name, jobId: job.id, err: error },
              "could not record how a job ended",
            ),
          ),
        // Another server runs it again; handlers are idempotent.
        abandon: ({ job: { name } }, job) => failJob(job, name, "the server stopped"),
        onError: (error) => log.error({ err: error }, "could not check for jobs"),
      });
      workers.push(worker);
      const recurring = handlers.map(({ job }) => job).filter(({ cron }) => cron !== undefined);
      if (!runsJobs || recurring.length === 0) return;
      // An older server beside this one reads them here.
      for (const { name, cron = "" } of recurring) await boss.schedule(name, cron);
      schedulers.push(
        startScheduler({
          pool,
          jobs: recurring,
          insert: (client, names) => insertJobs(boss, client, names),
          onError: (error) => log.warn({ err: error }, "could not look for recurring jobs"),
        }),
      );
    },
    async drain(context, handlers) {
      let count = 0;
      for (;;) {
        // One query for all queues instead of one per queue, because most are empty.
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
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
      await Promise.all(workers.map((worker) => worker.stop(stopSeconds * 1000)));
      closing.abort();
      await boss.stop({ graceful: true, timeout: 1_000 });
      isClosed = true;
      await pool.end();
    },
  };
}

/** Runs the jobs of one queue, ignoring their start times, and returns how many. */
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

/** Caches one value per name. */
function memoizeByName<Value>(create: (name: string) => Value): (name: string) => Value {
  const values = new Map<string, Value>();
  return (name) => {
    let value = values.get(name);
    if (value === undefined) {
      value = create(name);
      values.set(name, value);
    }
    return value;
  };
}

/** Wraps the transaction's connection for pg-boss. */
function transactionDb(tx: Tx): PgBoss.Db {
  return {
    async executeSql(text, values) {
      const { rows } = await tx.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

/** Inserts jobs without a payload; `short` queues keep one that waits. */
async function insertJobs(boss: PgBoss, client: pg.PoolClient, names: string[]): Promise<void> {
  const db: PgBoss.Db = { executeSql: (text, values) => client.query(text, values) };
  await boss.insert(
    names.map((name) => ({ name, data: {} })),
    { db },
  );
}

async function createQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  await boss.createQueue(job.name, {
    name: job.name,
    policy: job.cron === undefined ? "standard" : "short",
    retryLimit: job.retries,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: job.expireSeconds,
  });
}
