import type { TestApp } from "./app.ts";

/** Lets jobs that failed in `runJobs` be taken up again by the next one, as the queue does after a while. */
export async function putBackJobs(app: TestApp): Promise<void> {
  await app.deps.pool.query("update pgboss.job set state = 'retry' where state = 'active'");
}
