import type pg from "pg";
import PgBoss from "pg-boss";
import type { JobHandler } from "../kernel/jobs/job.ts";

/**
 * Runs every job in this call, also before its time, until none is left; returns how many ran. A job that fails rejects
 * and stays active.
 */
export async function runJobs<Context extends { pool: pg.Pool }>(
  context: Context,
  handlers: readonly JobHandler<Context>[],
): Promise<number> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => context.pool.query(text, values) } });
  for (let count = 0; ; ) {
    // One query for all queues instead of one per queue, because most are empty.
    const { rows } = await context.pool.query<{ name: string }>(
      "select distinct name from pgboss.job where state < 'active'",
    );
    const waiting = new Set(rows.map(({ name }) => name));
    const due = handlers.filter(({ job }) => waiting.has(job.name));
    if (due.length === 0) return count;
    for (const { job, run } of due) {
      for (const { id, data } of await boss.fetch(job.name, { batchSize: 50, ignoreStartAfter: true })) {
        await run(context, data, id);
        await boss.deleteJob(job.name, id);
        count += 1;
      }
    }
  }
}
