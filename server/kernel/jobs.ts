import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import pg from "pg";
import PgBoss from "pg-boss";
import type { Logger } from "pino";
import { z } from "zod";
import { batch, withDeadline } from "./concurrency.ts";
import { openDatabase, openPool, type Tx } from "./db/database.ts";
import { isDatabaseUnavailable } from "./db/database-errors.ts";
import { inTransaction } from "./db/transaction.ts";

/** Work to do after a transaction. The payload holds ids, never secrets, because the database stores it. */
export interface Job<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** After this many seconds without an end, the job expires and another worker takes it. */
  readonly expireSeconds: number;
  /** How many of these jobs one server runs at once. */
  readonly atOnce: number;
  /** Cron expression (UTC) of a recurring job. It also runs when a server starts, in case it was missed. */
  readonly cron?: string;
}

/** Declares a job. If its worker is killed, it expires after 45 s unless told otherwise. */
export function defineJob<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
  options: Partial<Pick<Job<Payload>, "cron" | "expireSeconds">> = {},
): Job<Payload> {
  return { name, payload, expireSeconds: 45, atOnce: 10, ...options };
}

/** Declares a job that runs by a cron expression (UTC) and concerns no single record. */
export function defineRecurringJob(
  name: string,
  cron: string,
  options: Partial<Pick<Job<object>, "expireSeconds">> = {},
): Job<object> {
  const payload = z.unknown().transform(() => ({}));
  return defineJob(name, payload, { cron, ...options });
}

/** Declares a job that sends one mail. More of them run at once, so that their database reads share statements. */
export function defineMailJob<Payload extends object>(
  name: string,
  payload: z.ZodType<Payload>,
): Job<Payload> {
  return { ...defineJob(name, payload), atOnce: 40 };
}

/** A job and what runs it, possibly more than once for one job, so it must be idempotent. */
export interface JobHandler<Context> {
  readonly job: Job<object>;
  /** `jobId` is the same for every attempt of the job. */
  run(context: Context, payload: unknown, jobId: string): Promise<void>;
}

/** Connects a handler to its job and checks the payload before each run. */
export function defineHandler<Context, Payload extends object>(
  job: Job<Payload>,
  run: (context: Context, payload: Payload) => Promise<void>,
): JobHandler<Context> {
  return {
    job: job as unknown as Job<object>,
    run: (context, payload) => run(context, job.payload.parse(payload)),
  };
}

/** Held while queues are created: each is a table, and servers and commands that start together would deadlock. */
const preparationLock = 4_711_003;
/** How often a server looks for due jobs, in all queues at once. */
const pollMilliseconds = 1000;
const dueQueues = {
  name: "due-queues",
  text: "select distinct name from pgboss.job where state < 'active' and start_after < now()",
};
/** Over about 13 hours, with growing pauses, because a provider may be down for a night. */
const retries = { retryLimit: 14, retryDelay: 2, retryBackoff: true };
/** How long pg-boss keeps a job that ended without failing: one that an operator discarded. */
export const keptAfterEndSeconds = 3600;
const maintenance = {
  // Expiry (45 s), two of these intervals, a retry delay (4 s) and a poll stay under 90 s.
  maintenanceIntervalSeconds: 15,
  // pg-boss skips a run that is a millisecond early. Two of these are under a minute, so no minute is skipped.
  cronMonitorIntervalSeconds: 25,
  archiveCompletedAfterSeconds: keptAfterEndSeconds,
  // Long enough for an operator to find on the desk's Health page what failed over a weekend.
  archiveFailedAfterSeconds: 7 * 24 * 3600,
  deleteAfterHours: 1,
};

/** An instant, or seconds by the database's clock. */
type Start = { startAfter?: Date | number };
export type JobQueue = Awaited<ReturnType<typeof openJobQueue>>;

/** Opens pg-boss in our own database. Jobs are rows that the transaction inserts which causes them. */
export async function openJobQueue(connectionString: string, log: Logger, Client = pg.Client) {
  const pool = openPool({ connectionString, log, max: 4, Client });
  const database = openDatabase(pool);
  const stopping = new AbortController();
  let isClosed = false;
  let workers: ReturnType<typeof createQueueWorker>[] = [];
  let polling: Promise<void> = Promise.resolve();
  let maintainer: PgBoss | null = null;

  /** Retries while the database is unavailable. pg-boss does not await all results; a rejection would end the process. */
  async function execute(query: pg.QueryConfig): Promise<{ rows: { name?: string; count?: string }[] }> {
    while (!isClosed) {
      try {
        return await pool.query(query);
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
        await sleep(500);
      }
    }
    return { rows: [{ count: "0" }] }; // A job whose end was not recorded expires and runs again.
  }

  async function openBoss(options: PgBoss.ConstructorOptions): Promise<PgBoss> {
    const db: PgBoss.Db = { executeSql: (text, values) => execute({ text, values }) };
    const opened = new PgBoss({ db, ...options });
    opened.on("error", (err) => log.error({ err }, "job queue"));
    return await opened.start();
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { rows } = await execute(dueQueues).catch((err: unknown) => {
        log.error({ err }, "could not look for due jobs");
        return { rows: [] };
      });
      const due = new Set(rows.map(({ name }) => name));
      for (const worker of workers) if (due.has(worker.name)) worker.takeDueJobs();
      await sleep(pollMilliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const boss = await openBoss({ supervise: false, schedule: false });
  return {
    /** The job exists if the transaction commits. */
    async enqueue<Data extends object>(tx: Tx, { name }: Job<Data>, payload: Data, start: Start = {}) {
      await boss.send(name, payload, { ...start, db: dbOf(tx) });
    },

    async enqueueAll<Data extends object>(tx: Tx, { name }: Job<Data>, payloads: Data[]) {
      const jobs = payloads.map((data) => ({ name, data }));
      if (jobs.length > 0) await boss.insert(jobs, { db: dbOf(tx) });
    },

    /** Creates missing queues. Called once at start, before anything is enqueued. */
    async prepare(handlers: readonly JobHandler<never>[]): Promise<void> {
      await inTransaction(database, async (tx) => {
        await sql`select pg_advisory_xact_lock(${preparationLock})`.execute(tx);
        const creator = new PgBoss({ db: dbOf(tx) });
        const made = new Set((await creator.getQueues()).map(({ name }) => name));
        for (const { job } of handlers.filter(({ job: { name } }) => !made.has(name))) {
          const policy = job.cron === undefined ? "standard" : "short"; // "short": only one waits.
          const options = { name: job.name, policy, expireInSeconds: job.expireSeconds, ...retries } as const;
          await creator.createQueue(job.name, options);
        }
      });
    },

    /** Makes this server a worker: runs due jobs, starts recurring ones, and frees those of dead workers. */
    async work<Context>(context: Context, handlers: readonly JobHandler<Context>[]): Promise<void> {
      maintainer = await openBoss({ migrate: false, ...maintenance });
      const recurring = handlers.map(({ job }) => job).filter(({ cron }) => cron !== undefined);
      for (const { name, cron = "" } of recurring) await maintainer.schedule(name, cron);
      for (const { name } of await maintainer.getSchedules())
        if (!recurring.some((job) => job.name === name)) await maintainer.unschedule(name);
      // What came due while no server ran.
      await boss.insert(recurring.map(({ name }) => ({ name, data: {} })));
      const shared = { boss, log, stopping: stopping.signal };
      workers = handlers.map((handler) => createQueueWorker(shared, context, handler));
      polling = poll();
    },

    async close(): Promise<void> {
      stopping.abort();
      await Promise.all(workers.map((worker) => worker.stop()));
      isClosed = true;
      await maintainer?.stop({ graceful: false });
      await polling;
      await pool.end();
    },
  };
}

/** Lets pg-boss use the transaction's connection. */
function dbOf(tx: Tx): PgBoss.Db {
  return { executeSql: (text, values) => tx.executeQuery(CompiledQuery.raw(text, values)) };
}

/** The pause after a batch that filled every place, because more jobs are due. */
const refillMilliseconds = 25;
/** How long a stopping server waits for its running jobs, and then for the database. */
const stopMilliseconds = { jobs: 8000, database: 1000 };

/** Runs the jobs of one queue, as many at once as the job allows. */
export function createQueueWorker<Context>(
  { boss, log, stopping }: { boss: PgBoss; log: Logger; stopping: AbortSignal },
  context: Context,
  { job: { name, atOnce, expireSeconds }, run }: JobHandler<Context>,
) {
  const running = new Map<string, Promise<void>>();
  let taking: Promise<void> | null = null;
  /** Jobs that end together share a statement. Kept, they would slow down pg-boss's maintenance. */
  const remove = batch<string, void>(
    (ids) => boss.deleteJob(name, ids).then(() => ids.map(() => undefined)),
    { maxSize: 100, maxConcurrent: 1 },
  );

  async function take(): Promise<void> {
    for (let isFull = true; isFull && !stopping.aborted; ) {
      const batchSize = atOnce - running.size;
      const jobs = batchSize > 0 ? await boss.fetch(name, { batchSize, priority: false }) : [];
      for (const { id, data } of jobs) running.set(id, runToEnd(id, data));
      isFull = jobs.length === batchSize;
      if (isFull) await sleep(refillMilliseconds);
    }
  }

  async function runToEnd(id: string, data: unknown): Promise<void> {
    try {
      await withDeadline(expireSeconds * 1000, undefined, () => run(context, data, id));
      await remove(id);
      log.info({ job: name, jobId: id }, "job done");
    } catch (err) {
      log.warn({ job: name, jobId: id, err }, "job failed, will be retried");
      await fail(id, String(err));
    }
    running.delete(id);
  }

  const fail = (id: string, message: string) =>
    boss.fail(name, id, { message }).catch((err: unknown) => log.error({ err }, "could not fail a job"));

  return {
    name,
    /** Starts due jobs until no more are due. */
    takeDueJobs(): void {
      taking ??= take().finally(() => {
        taking = null;
      });
    },
    /** Waits for the running jobs. Another server runs again at once what does not end in time. */
    async stop(): Promise<void> {
      const finished = async () => [await taking, await Promise.all(running.values())];
      await withDeadline(stopMilliseconds.jobs, undefined, finished).catch(() => undefined);
      const giveUp = () => Promise.all([...running.keys()].map((id) => fail(id, "the server stopped")));
      await withDeadline(stopMilliseconds.database, undefined, giveUp).catch(() => undefined);
    },
  };
}
