import { sql } from "kysely";
import { recordAudit } from "../../kernel/audit.ts";
import type { Database } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { keptAfterEndSeconds } from "../../kernel/jobs.ts";
import { sendRefund } from "../../money/payments/mails.ts";

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

/** What an operator does with a job. */
const changes = {
  retry: {
    from: "failed",
    // Without a time of its end, by which pg-boss would archive it while it runs.
    columns: sql`state = 'retry', completed_on = null, retry_limit = retry_limit + 1, start_after = now()`,
    action: "job.retried",
    done: "is tried again by the running server.",
  },
  discard: {
    from: "failed",
    columns: sql`state = 'cancelled', completed_on = now()`,
    action: "job.discarded",
    done: "is discarded.",
  },
  /** Within the hour. */
  restore: {
    from: "cancelled",
    columns: sql`state = 'failed', completed_on = now()`,
    action: "job.restored",
    done: "is back among the failed jobs.",
  },
} as const;

/** Changes one job and records it; the second of two simultaneous calls finds no such job. Throws `not_found`. */
export async function changeJob(
  { database, clock }: Pick<Deps, "database" | "clock">,
  change: keyof typeof changes,
  { id, actor, reason }: { id: string; actor: { userId: string }; reason?: string },
): Promise<{ msg: string }> {
  const { from, columns, action, done } = changes[change];
  return await inTransaction(database, async (tx) => {
    const { rows } = await sql<{ name: string; payload: string }>`
      update pgboss.job set ${columns} where id = ${id}::uuid and state = ${from}
      returning name, data::text as payload`.execute(tx);
    const [job] = rows;
    if (job === undefined) {
      const msg =
        from === "failed"
          ? `There is no failed job ${id}.`
          : "This job is no longer kept. A discarded job can be put back within an hour.";
      throw new AppError("not_found", { msg });
    }
    // A failed refund is tried again on its own page, with a preview.
    if (isRefundJob(job.name) && from === "failed") {
      throw new AppError("conflict", { msg: "This job moves money. Try it again under Money, Refunds." });
    }
    const details = { ...job, ...(reason === undefined ? {} : { reason }) };
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action,
      subject: `job:${id}`,
      details,
      now: clock.now(),
    });
    return { msg: `${job.name} ${done}` };
  });
}

/** Counts the due jobs that no worker has taken, up to `limit`, and tells since when the oldest has been due. */
export async function readDueJobs(database: Database, limit: number) {
  const { rows } = await sql<{ waiting: number; waitingSince: Date | null }>`
    select count(*)::int as waiting, min(start_after) as waiting_since from (
      select start_after from pgboss.job where state < 'active' and start_after < now() limit ${limit}) due`.execute(
    database,
  );
  return rows[0] ?? { waiting: 0, waitingSince: null };
}
