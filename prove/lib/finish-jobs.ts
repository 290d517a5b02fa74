import { setTimeout as sleep } from "node:timers/promises";
import type { TestBed } from "./test-bed.ts";

const jobSeconds = 240;

/** Waits until every job is done or has failed permanently, without the pauses between attempts. */
export async function finishJobs({
  pool,
}: Pick<TestBed, "pool">): Promise<{ waiting: number; failed: number }> {
  const deadline = performance.now() + jobSeconds * 1000;
  for (;;) {
    await pool.query(
      "update pgboss.job set start_after = now() where state < 'active' and start_after > now()",
    );
    // Scheduled jobs are not counted, because one is always queued; the bookings that they announce are.
    const { rows } = await pool.query<{ waiting: number; failed: number }>(
      `select (count(*) filter (where state <= 'active')
           + (select count(*) from bookings where announced_at is null))::int as waiting,
         count(*) filter (where state = 'failed')::int as failed
       from pgboss.job where name not like '\\_\\_%' and name not in (select name from pgboss.schedule)`,
    );
    const [found] = rows;
    if (found === undefined || found.waiting === 0 || performance.now() > deadline)
      return found ?? { waiting: 0, failed: 0 };
    await sleep(1000);
  }
}
