import * as contract from "@greenroom/contract/desk/health.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { keptAfterEndSeconds } from "../../kernel/jobs.ts";
import { sendRefund } from "../../money/payments/mails.ts";
import { action, undoBy } from "../action.ts";

/* What an operator sees and does of the jobs whose every attempt failed. pg-boss has no list of them. */

export interface FailedJob {
  id: string;
  name: string;
  /** The ids in the job's payload, as JSON. */
  payload: string;
  reason: string;
  /** Of a discarded job: when it was discarded, because pg-boss has one time for the end of a job. */
  failedAt: Date;
  /** Null unless it was discarded. */
  restorableUntil: Date | null;
}

const reasonOfJob = sql<string>`coalesce(output->>'message', output->'value'->>'message', output::text, '')`;
const keptAfterEnd = sql`make_interval(secs => ${keptAfterEndSeconds})`;

/** Failed jobs, kept for a week, then the discarded ones that can be put back; each newest first. */
export async function listFailedJobs(database: Database, limit: number): Promise<FailedJob[]> {
  const { rows } = await sql<FailedJob>`
    select id, name, data::text as payload, ${reasonOfJob} as reason, completed_on as failed_at,
      case state when 'cancelled' then completed_on + ${keptAfterEnd} end as restorable_until
    from pgboss.job where state = 'failed' or (state = 'cancelled' and completed_on > now() - ${keptAfterEnd})
    order by state desc, completed_on desc limit ${limit}`.execute(database);
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

/** The number of failed jobs, counted up to `limit`. */
export async function countFailedJobs(database: Database, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from pgboss.job where state = 'failed' limit ${limit}) job`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

export const isRefundJob = (name: string) => name === sendRefund.name;

type State = "failed" | "cancelled";

/** A job in this state, locked. Throws `not_found`, and `conflict` for a job that moves money. */
async function lockJob(tx: Tx, id: string, state: State) {
  const { rows } = await sql<{ name: string; payload: string }>`
    select name, data::text as payload from pgboss.job where id = ${id}::uuid and state = ${state} for update`.execute(
    tx,
  );
  const [job] = rows;
  if (job === undefined) {
    const msg =
      state === "failed"
        ? `There is no failed job ${id}.`
        : "This job is no longer kept. A discarded job can be put back within an hour.";
    throw new AppError("not_found", { msg });
  }
  // A failed refund is tried again on its own page, with a preview.
  if (isRefundJob(job.name) && state === "failed")
    throw conflict("This job moves money. Try it again under Money, Refunds.");
  return job;
}

/** Lets a failed job run once more; the second of two simultaneous calls finds no such job. */
export async function retryJob(
  { database, clock }: Pick<Deps, "database" | "clock">,
  { id, actor: { userId } }: { id: string; actor: Actor },
): Promise<{ msg: string }> {
  return await inTransaction(database, async (tx) => {
    const details = await lockJob(tx, id, "failed");
    // Without a time of its end, by which pg-boss would archive it while it runs.
    await sql`update pgboss.job set state = 'retry', completed_on = null, retry_limit = retry_limit + 1,
      start_after = now() where id = ${id}::uuid`.execute(tx);
    const subject = `job:${id}`;
    await recordAudit(tx, { actor: { userId }, action: "job.retried", subject, details, now: clock.now() });
    return { msg: `${details.name} is tried again by the running server.` };
  });
}

async function endJob(tx: Tx, id: string, state: State): Promise<void> {
  await sql`update pgboss.job set state = ${state}, completed_on = now() where id = ${id}::uuid`.execute(tx);
}

/** A discarded job can be put back within an hour. */
export const discard = action(contract.discardJob, {
  lock: ({ tx, id }) => lockJob(tx, id, "failed"),
  plan: async ({ subject: { name } }) => ({ data: name, beneficiaries: [] }),
  describe: (name) => [
    { label: "Job", text: `The job ${name} won't run. It can be put back within an hour.` },
    { label: "Audit log", text: "It keeps the name and data of the job." },
  ],
  async run({ tx, id, subject: details }) {
    await endJob(tx, id, "cancelled");
    return {
      msg: `${details.name} is discarded.`,
      audit: { action: "job.discarded", subject: `job:${id}`, details },
      undo: undoBy(contract.restoreJob, { id, input: {} }),
    };
  },
});

export const restore = action(contract.restoreJob, {
  lock: ({ tx, id }) => lockJob(tx, id, "cancelled"),
  plan: async ({ subject: { name } }) => ({ data: name, beneficiaries: [] }),
  describe: (name) => [{ label: "Job", text: `The job ${name} is among the failed ones again.` }],
  async run({ tx, id, subject: details }) {
    await endJob(tx, id, "failed");
    return {
      msg: `${details.name} is back among the failed jobs.`,
      audit: { action: "job.restored", subject: `job:${id}`, details },
    };
  },
});

/** Counts the due jobs that no worker has taken, up to `limit`, and tells since when the oldest has been due. */
export async function readDueJobs(database: Database, limit: number) {
  const { rows } = await sql<{ waiting: number; waitingSince: Date | null }>`
    select count(*)::int as waiting, min(start_after) as waiting_since from (
      select start_after from pgboss.job where state < 'active' and start_after < now() limit ${limit}) due`.execute(
    database,
  );
  return rows[0] ?? { waiting: 0, waitingSince: null };
}
