import type pg from "pg";

/*
 * Statements on pg-boss's own table of jobs, for the worker: one statement checks all queues, and one ends many
 * jobs.
 */

// biome-ignore lint/suspicious/noExplicitAny: the statement determines the type of the rows
type Rows = pg.QueryResult<any>;

export type ExecuteSql = (query: { text: string; values: unknown[]; name?: string }) => Promise<Rows>;

/**
 * Finds which of these queues have a due job. Prepared, because planning it for every queue costs more than running
 * it.
 */
export async function selectDueQueues(execute: ExecuteSql, names: string[]): Promise<Set<string>> {
  const { rows } = await execute({
    name: "due-queues",
    // With the limit, this reads one index entry per queue, however many jobs wait in it.
    text: `select queue.name from unnest($1::text[]) queue (name), lateral (
        select from pgboss.job where job.name = queue.name and state < 'active' and start_after < now() limit 1) due`,
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}

export interface ClaimedJob {
  id: string;
  data: unknown;
  /** When it was taken, which tells this claim from a later one. */
  startedOn: string;
}

/** Takes due jobs of one queue, the longest waiting first, in index order, so a long queue costs no more. */
export async function claimDueJobs(execute: ExecuteSql, name: string, limit: number): Promise<ClaimedJob[]> {
  const { rows } = await execute({
    text: `with next as (
        select id from pgboss.job where name = $1 and state < 'active' and start_after < now()
        order by start_after limit $2 for update skip locked)
      update pgboss.job set state = 'active', started_on = now(),
        retry_count = case when started_on is null then retry_count else retry_count + 1 end
      from next where job.name = $1 and job.id = next.id
      returning job.id, job.data, job.started_on::text as "startedOn"`,
    values: [name, limit],
  });
  return rows;
}

/** Deletes finished jobs, because pg-boss's maintenance would otherwise scan them in every round. */
export async function deleteDoneJobs(execute: ExecuteSql, name: string, ids: string[]): Promise<void> {
  await execute({
    text: "delete from pgboss.job where name = $1 and state = 'active' and id = any($2::uuid[])",
    values: [name, ids],
  });
}

/** Whether no other worker has taken the job since, and it did not expire. */
export async function isClaimHeld(
  execute: ExecuteSql,
  name: string,
  { id, startedOn }: ClaimedJob,
): Promise<boolean> {
  const { rows } = await execute({
    text: `select from pgboss.job where name = $1 and id = $2 and state = 'active' and started_on = $3::timestamptz`,
    values: [name, id, startedOn],
  });
  return rows.length > 0;
}
