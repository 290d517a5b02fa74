import type { AuditActor } from "../../../audit/record-audit.ts";
import { recordAudit } from "../../../audit/record-audit.ts";
import { AppError } from "../../../core/errors.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { discardFailedJob, restoreDiscardedJob, retryFailedJob } from "../../../jobs/failed-jobs.ts";
import { sendRefund } from "../../payments/job-definitions.ts";

type JobDeps = Pick<Deps, "database" | "clock">;

const noSuchJob = (id: string) => new AppError("not_found", { msg: `There is no failed job ${id}.` });

export const isRefundJob = (name: string) => name === sendRefund.name;

/** A failed refund is tried again on its own page, with a preview. */
function checkMoneyStaysAtMoney(name: string): void {
  if (!isRefundJob(name)) return;
  throw new AppError("conflict", { msg: "This job moves money. Try it again under Money, Refunds." });
}

/** Lets a failed job run once more. Throws `not_found`, also for the second of two simultaneous calls. */
export async function retryJob(
  deps: JobDeps,
  { id, actor }: { id: string; actor: AuditActor },
): Promise<{ msg: string }> {
  const name = await inTransaction(deps.database, async (tx) => {
    const found = await retryFailedJob(tx, id);
    if (found === null) throw noSuchJob(id);
    checkMoneyStaysAtMoney(found);
    await recordAudit(tx, {
      actor,
      action: "job.retried",
      subject: `job:${id}`,
      details: { name: found },
      now: deps.clock.now(),
    });
    return found;
  });
  return { msg: `${name} is tried again by the running server.` };
}

/** Discards a failed job, so that nobody is reminded of it. Throws `not_found`. */
export async function discardJob(
  deps: JobDeps,
  { id, reason, actor }: { id: string; reason: string; actor: AuditActor },
): Promise<{ msg: string }> {
  const name = await inTransaction(deps.database, async (tx) => {
    const discarded = await discardFailedJob(tx, id);
    if (discarded === null) throw noSuchJob(id);
    checkMoneyStaysAtMoney(discarded.name);
    await recordAudit(tx, {
      actor,
      action: "job.discarded",
      subject: `job:${id}`,
      details: { ...discarded, reason },
      now: deps.clock.now(),
    });
    return discarded.name;
  });
  return { msg: `${name} is discarded.` };
}

/** Puts a job back that was discarded within the hour. Throws `not_found`, also for a second call. */
export async function restoreJob(
  deps: JobDeps,
  { id, reason, actor }: { id: string; reason: string; actor: AuditActor },
): Promise<{ msg: string }> {
  const name = await inTransaction(deps.database, async (tx) => {
    const found = await restoreDiscardedJob(tx, id);
    if (found === null) {
      throw new AppError("not_found", {
        msg: "This job is no longer kept. A discarded job can be put back within an hour.",
      });
    }
    await recordAudit(tx, {
      actor,
      action: "job.restored",
      subject: `job:${id}`,
      details: { name: found, reason },
      now: deps.clock.now(),
    });
    return found;
  });
  return { msg: `${name} is back among the failed jobs.` };
}
