import { setTimeout as sleep } from "node:timers/promises";
import type { JobGroup, JobHandler } from "./job.ts";
import type { ClaimedJob } from "./job-store.ts";

/** How many jobs a server runs at once, in total and per queue. */
const bounds: Record<JobGroup, { total: number; perQueue: number }> = {
  // Mails of one batch share their database reads.
  mail: { total: 40, perQueue: 40 },
  work: { total: 40, perQueue: 10 },
};

/** How often an idle worker checks for jobs, in milliseconds. */
const pollMilliseconds = 500;

/** How long a stopping server tries to return its jobs, in milliseconds. */
const abandonMilliseconds = 1000;

interface WorkerOptions {
  handlers: readonly JobHandler<never>[];
  selectDueQueues(names: string[]): Promise<Set<string>>;
  claimDueJobs(name: string, limit: number): Promise<ClaimedJob[]>;
  /** Runs one job and records how it ended. Never rejects. */
  run(handler: JobHandler<never>, job: ClaimedJob): Promise<void>;
  /** Called for a job that is still running when the worker has to stop. */
  abandon(handler: JobHandler<never>, job: ClaimedJob): Promise<void>;
  onError(error: unknown): void;
}

export interface JobWorker {
  /** Takes no more jobs, waits for the running ones, and abandons those that run longer than this. */
  stop(timeoutMilliseconds: number): Promise<void>;
}

/**
 * Runs due jobs, within a limit for each group and in order of priority: mails of a lower priority wait until no
 * mail of a higher priority is due. After a full batch it checks again as soon as half of the group's limit is
 * free.
 */
export function startJobWorker(options: WorkerOptions): JobWorker {
  const handlers = options.handlers.toSorted((a, b) => b.job.priority - a.job.priority);
  const running = new Map<ClaimedJob, JobHandler<never>>();
  const unfinished = new Set<Promise<void>>();
  let isStopping = false;
  /** Groups that may have more due jobs than were taken. */
  const saturated = new Set<JobGroup>();
  let wake = new AbortController();

  const countRunning = (isCounted: (handler: JobHandler<never>) => boolean) =>
    [...running.values()].filter(isCounted).length;
  const freeIn = (group: JobGroup) => bounds[group].total - countRunning(({ job }) => job.group === group);

  function start(handler: JobHandler<never>, job: ClaimedJob): void {
    running.set(job, handler);
    const ended = options.run(handler, job).finally(() => {
      running.delete(job);
      unfinished.delete(ended);
      const { group } = handler.job;
      if (saturated.has(group) && freeIn(group) >= bounds[group].total / 2) wake.abort();
    });
    unfinished.add(ended);
  }

  /** Returns false if more jobs of this queue may be due and its group has no room for queues of lower priority. */
  async function startDueJobs(handler: JobHandler<never>): Promise<boolean> {
    const { group, name } = handler.job;
    const free = freeIn(group);
    const limit = Math.min(free, bounds[group].perQueue - countRunning((other) => other === handler));
    if (limit > 0) {
      const jobs = await options.claimDueJobs(name, limit);
      for (const job of jobs) start(handler, job);
      if (jobs.length < limit) return true;
    }
    saturated.add(group);
    return limit < free;
  }

  async function look(): Promise<void> {
    saturated.clear();
    const full = new Set<JobGroup>();
    const due = await options.selectDueQueues(handlers.map(({ job }) => job.name));
    for (const handler of handlers) {
      const { group, name } = handler.job;
      if (isStopping || full.has(group) || !due.has(name)) continue;
      if (!(await startDueJobs(handler))) full.add(group);
    }
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      wake = new AbortController();
      await look().catch(options.onError);
      await sleep(pollMilliseconds, undefined, { signal: wake.signal }).catch(() => undefined);
    }
  }

  const loopEnded = loop();
  return {
    async stop(timeoutMilliseconds) {
      isStopping = true;
      wake.abort();
      const allEnded = loopEnded.then(() => Promise.all(unfinished));
      await within(timeoutMilliseconds, allEnded);
      // While the database is unavailable this fails too. The jobs then expire and run again.
      const abandoned = [...running].map(([job, handler]) => options.abandon(handler, job));
      await within(abandonMilliseconds, Promise.allSettled(abandoned));
    },
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const isOver = new AbortController();
  const timeout = sleep(milliseconds, undefined, { signal: isOver.signal }).catch(() => undefined);
  await Promise.race([work, timeout]);
  isOver.abort();
}
