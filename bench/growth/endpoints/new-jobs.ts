import { randomUUID } from "node:crypto";
import type { Deps } from "../../../server/deps.ts";
import { jobHandlers } from "../../../server/jobs/handlers.ts";
import type { JobHandler } from "../../../server/jobs/job.ts";

/** Jobs enqueue others, which enqueue others. */
const mostRounds = 20;

interface NewJob {
  id: string;
  data: unknown;
}

export interface JobRun {
  outcome: "worked" | "idle" | "failed";
  milliseconds: number;
}

/** The jobs that were enqueued since this was opened. No worker runs them, so that they do not slow down what is timed. */
export class NewJobs {
  readonly #deps: Deps;
  readonly #since: string;
  readonly handlers: JobHandler<Deps>[];

  private constructor(deps: Deps, since: string) {
    this.#deps = deps;
    this.#since = since;
    this.handlers = jobHandlers(deps);
  }

  static async open(deps: Deps): Promise<NewJobs> {
    const { rows } = await deps.pool.query<{ now: string }>("select now()::text as now");
    return new NewJobs(deps, rows[0]?.now ?? "");
  }

  /** Takes the oldest new jobs of a queue, also those that are due later. */
  async take(name: string, limit: number): Promise<NewJob[]> {
    const { rows } = await this.#deps.pool.query<NewJob>(
      `with taken as (delete from pgboss.job where name = $1 and id in (
          select id from pgboss.job where name = $1 and state < 'active' and created_on >= $2
          order by created_on, id limit $3) returning id, data, created_on)
       select id, data from taken order by created_on, id`,
      [name, this.#since, limit],
    );
    return rows;
  }

  /** Runs one job, and finds out whether it did anything. */
  async run(handler: JobHandler<Deps>, { id, data }: NewJob): Promise<JobRun> {
    const { deps, countEffects } = withEffects(this.#deps);
    const transactions = await this.#countTransactions();
    const startedAt = performance.now();
    try {
      await handler.run(deps, data, id);
      const milliseconds = performance.now() - startedAt;
      // A mail job has something to do if it sends a mail; another one if it writes, or removes a file.
      const isMail = handler.job.group === "mail";
      const didWork = countEffects() > 0 || (!isMail && (await this.#countTransactions()) > transactions);
      return { outcome: didWork ? "worked" : "idle", milliseconds };
    } catch (error) {
      this.#deps.log.error({ err: error, job: handler.job.name }, "job failed");
      return { outcome: "failed", milliseconds: performance.now() - startedAt };
    }
  }

  /** The transactions that wrote something, of all connections. */
  async #countTransactions(): Promise<number> {
    const { rows } = await this.#deps.pool.query<{ next: string }>(
      "select pg_snapshot_xmax(pg_current_snapshot())::text as next",
    );
    return Number(rows[0]?.next);
  }

  /**
   * Runs every periodic job once, as a server does at its start: they close the days of the generated history. What they
   * enqueue is about generated people, so it is not kept.
   */
  async runPeriodic(): Promise<void> {
    for (const handler of this.handlers)
      if (handler.job.cron !== undefined) await this.run(handler, { id: randomUUID(), data: {} });
    await this.clear();
    await this.#deps.pool.query("analyze figure_days, figure_interviewer_days, figure_cohorts");
  }

  /** Runs all new jobs until none is left. */
  async finish(): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) {
      let count = 0;
      for (const handler of this.handlers)
        for (const job of await this.take(handler.job.name, 1000)) {
          await this.run(handler, job);
          count += 1;
        }
      if (count === 0) return;
    }
  }

  /** Deletes what is left, so that a later run on the same database has as many jobs as this one. */
  async clear(): Promise<void> {
    await this.#deps.pool.query("delete from pgboss.job where state < 'active' and created_on >= $1", [
      this.#since,
    ]);
  }
}

/** Counts the mails that are sent and the files that are written or removed. */
function withEffects(deps: Deps): { deps: Deps; countEffects(): number } {
  let count = 0;
  const counted =
    <Input extends unknown[]>(act: (...input: Input) => Promise<void>) =>
    (...input: Input) => {
      count += 1;
      return act(...input);
    };
  const { mail, storage } = deps;
  return {
    deps: {
      ...deps,
      mail: { ...mail, send: counted((message) => mail.send(message)) },
      storage: {
        ...storage,
        put: counted((key, content, type) => storage.put(key, content, type)),
        remove: counted((key) => storage.remove(key)),
      },
    },
    countEffects: () => count,
  };
}
