import { setTimeout as sleep } from "node:timers/promises";
import type PgBoss from "pg-boss";
import type { Logger } from "pino";
import { batch } from "../db/batch.ts";
import { withDeadline } from "../with-deadline.ts";
import type { JobHandler } from "./job.ts";

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
