import type pg from "pg";

/*
 * Statements on pg-boss's own table of jobs, for the worker: one statement checks all queues, and one ends many
 * jobs.
 */

// biome-ignore lint/suspicious/noExplicitAny: the statement determines the type of the rows
type Rows = pg.QueryResult<any>;

export type ExecuteSql = (query: { text: string; values: unknown[]; name?: string }) => Promise<Rows>;

/** Finds which of these queues have a due job (migration 0159). */
export async function selectDueQueues(execute: ExecuteSql, names: string[]): Promise<Set<string>> {
  const { rows } = await execute({ text: "select due_queues($1::text[]) as name", values: [names] });
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
    text: `select id, data, started_on as "startedOn" from claim_due_jobs($1, $2)`,
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
