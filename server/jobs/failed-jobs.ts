import { sql } from "kysely";
import type { Database, Tx } from "../db/database.ts";
import type { Waiting, WaitingFilter } from "../db/waiting.ts";

/* Operations on the queue's own tables for operators: list the jobs that failed for good, retry or discard one. */

/** How long pg-boss keeps a job that ended without failing, a discarded one for example, before it archives it. */
export const keptAfterEndSeconds = 3600;

export interface FailedJob {
  id: string;
  name: string;
  /** The ids in the job's payload, as JSON. */
  payload: string;
  reason: string;
  failedAt: Date;
}

const reasonOfJob = sql<string>`coalesce(output->>'message', output->'value'->>'message', output::text, '')`;

/** Jobs whose every attempt failed, newest first. They are kept for a week. */
export async function listFailedJobs(database: Database, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name, data::text as payload, ${reasonOfJob} as reason, completed_on as failed_at
    from pgboss.job where state = 'failed' order by completed_on desc limit ${limit}`.execute(database);
  return rows;
}

/**
 * Discarded jobs that can still be put back, the last discarded first. `failedAt` is when they were discarded, because
 * pg-boss has one time for the end of a job.
 */
export async function listDiscardedJobs(
  database: Database,
  limit: number,
): Promise<(FailedJob & { restorableUntil: Date })[]> {
  const { rows } = await sql<FailedJob & { restorableUntil: Date }>`
    select id, name, data::text as payload, ${reasonOfJob} as reason, completed_on as failed_at,
      completed_on + make_interval(secs => ${keptAfterEndSeconds}) as restorable_until
    from pgboss.job
    where state = 'cancelled' and completed_on > now() - make_interval(secs => ${keptAfterEndSeconds})
    order by completed_on desc limit ${limit}`.execute(database);
  return rows;
}

/** Failed jobs that wait for an operator, by id. */
export async function listWaitingFailedJobs(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<(Waiting & Pick<FailedJob, "name" | "reason">)[]> {
  const { rows } = await sql<Waiting & Pick<FailedJob, "name" | "reason">>`
    select id as subject, completed_on as since, name, ${reasonOfJob} as reason from pgboss.job
    where state = 'failed' and ${matches(sql`id::text`, sql`completed_on`)}
    order by completed_on limit ${limit}`.execute(database);
  return rows;
}

/**
 * Retries a failed job. Returns its name, or null if there is no such failed job. Clears the time of its failure,
 * because pg-boss archives every job that has one from more than an hour ago, even while it runs.
 */
export async function retryFailedJob(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'retry', completed_on = null, retry_limit = retry_limit + 1, start_after = now()
    where id = ${id}::uuid and state = 'failed' returning name`.execute(tx);
  return rows[0]?.name ?? null;
}

/**
 * Discards a failed job: it never runs. pg-boss moves it to its archive after an hour, with its payload, which consists
 * of ids, and deletes it from there a week later. Returns its name and payload, or null if there is no such failed job.
 * The caller's audit entry keeps both.
 */
export async function discardFailedJob(
  tx: Tx,
  id: string,
): Promise<{ name: string; payload: string } | null> {
  const { rows } = await sql<{ name: string; payload: string }>`
    update pgboss.job set state = 'cancelled', completed_on = now() where id = ${id}::uuid and state = 'failed'
    returning name, data::text as payload`.execute(tx);
  return rows[0] ?? null;
}

/** Puts a discarded job back among the failed ones. Returns its name, or null if there is no such discarded job. */
export async function restoreDiscardedJob(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update pgboss.job set state = 'failed', completed_on = now()
    where id = ${id}::uuid and state = 'cancelled' returning name`.execute(tx);
  return rows[0]?.name ?? null;
}

/** The number of failed jobs, counted up to `limit`. */
export async function countFailedJobs(database: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from pgboss.job where state = 'failed' limit ${limit}) job`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/**
 * The number of due jobs that no worker has taken, counted up to `limit`, and since when the oldest has been due.
 */
export async function readDueJobs(
  database: Database,
  limit: number,
): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(start_after) as since from (
      select start_after from pgboss.job where state < 'active' and start_after < now() limit ${limit}) job`.execute(
    database,
  );
  return rows[0] ?? { count: 0, since: null };
}
