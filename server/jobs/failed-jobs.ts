import { sql } from "kysely";
import type { Database, Tx } from "../db/database.ts";

/* The queue's own tables, for people: which jobs were given up, and another try for one of them. */

export interface FailedJob {
  id: string;
  name: string;
  /** Ids of what it is about, as JSON. */
  payload: string;
  reason: string;
  failedAt: Date;
}

/** Jobs whose every try failed, newest first; they are kept for a week. */
export async function listFailedJobs(database: Database, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name, data::text as payload,
      coalesce(output->>'message', output->'value'->>'message', output::text, '') as reason, completed_on as failed_at
    from pgboss.job where state = 'failed' order by completed_on desc limit ${limit}`.execute(database);
  return rows;
}

/** Lets a failed job run once more, as pg-boss's own `retry` does; its name, or null when there is no such failed job. */
export async function retryFailedJob(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', retry_limit = retry_limit + 1, start_after = now()
    where id = ${id}::uuid and state = 'failed' returning name`.execute(tx);
  return rows[0]?.name ?? null;
}
