import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { mailPayoutReturned } from "./job-definitions.ts";
import { findReturnable, insertReturn, type ReturnablePayout } from "./store.ts";

export type { ReturnablePayout } from "./store.ts";

/**
 * A payout that the bank can have returned, locked against other payouts to its interviewer until the transaction ends.
 * Throws `not_found`, and `conflict` when it is recorded as returned already, or a later payout has deducted a part of it
 * or is about to.
 */
export async function lockReturnable(tx: Tx, id: string): Promise<ReturnablePayout> {
  const found = await findReturnable(tx, id);
  if (found === null) throw new AppError("not_found", { msg: "This payout does not exist." });
  await lockSubjects(tx, [`payout:${found.interviewerId}`]);
  const payout = (await findReturnable(tx, id)) ?? found;
  if (payout.returnedAt !== null) {
    throw new AppError("conflict", { msg: "This payout is recorded as returned already." });
  }
  if (payout.isDeducted) {
    throw new AppError("conflict", {
      msg: "A part of this payout was taken back and deducted from a later one, so it cannot be due again. Settle it with the interviewer.",
    });
  }
  if (payout.isDeductedInExport) {
    throw new AppError("conflict", {
      msg: "The open export deducts a part of this payout. If the bank has that file, mark it as paid first. Settle this with the interviewer.",
    });
  }
  return payout;
}

/**
 * Records that the bank returned a transfer, locked by the caller: its earnings and deductions are due again. The
 * interviewer is told by mail.
 */
export async function returnPayoutInTransaction(
  deps: Pick<Deps, "jobs">,
  tx: Tx,
  { id, interviewerId, amountPaise, reference }: ReturnablePayout,
  { actor, reason, now }: { actor: AuditActor; reason: string; now: Date },
): Promise<void> {
  await insertReturn(tx, { payoutId: id, reason, returnedAt: now });
  await recordAudit(tx, {
    actor,
    action: "payout.returned",
    subject: `user:${interviewerId}`,
    details: { payoutId: id, amountPaise, reference, reason },
    now,
  });
  await deps.jobs.enqueue(tx, mailPayoutReturned, { payoutId: id });
}
