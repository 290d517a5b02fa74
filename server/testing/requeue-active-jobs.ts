import type { TestApp } from "./app.ts";

/** Makes jobs that failed in `runJobs` due again, as the queue does after a while. */
export async function requeueActiveJobs(app: TestApp): Promise<void> {
  await app.deps.pool.query("update pgboss.job set state = 'retry' where state = 'active'");
}
