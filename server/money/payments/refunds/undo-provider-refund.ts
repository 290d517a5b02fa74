import { recordAudit } from "../../../kernel/audit/record-audit.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { notifyOperator } from "../job-definitions.ts";
import { deleteRefund, findMadeAtProvider, lockPayment, lockRefund, markOwed } from "./refund-store.ts";

const refusal = "The refund that was made at the payment provider failed there.";

/**
 * Undoes the record of a refund that somebody made at the provider and that failed, so that the money is still with us.
 * If its sessions were taken back, we owe the money: the refund waits on Today like a refused one, and a retry sends it.
 * Otherwise nothing is left of it. Does nothing for a refund of ours or an unknown one.
 */
export async function undoProviderRefund(
  deps: Deps,
  key: { provider: string; providerRefundId: string },
): Promise<void> {
  const found = await findMadeAtProvider(deps.database, key);
  if (found === undefined) return;
  await inTransaction(deps.database, async (tx) => {
    await lockPayment(tx, found.paymentId);
    const refund = await lockRefund(tx, found.id);
    if (refund === null || !refund.madeAtProvider) return;
    const { id: refundId, paymentId, sessions, amountPaise } = refund;
    const now = deps.clock.now();
    if (sessions === 0) await deleteRefund(tx, refundId);
    else {
      await markOwed(tx, refundId, { refusal, now });
      await deps.jobs.enqueue(tx, notifyOperator, { kind: "refund-refused", refundId });
    }
    const details = { refundId, sessions, amountPaise, providerRefundId: key.providerRefundId };
    const subject = `payment:${paymentId}`;
    await recordAudit(tx, {
      actor: "system",
      action: "payment.provider-refund-failed",
      subject,
      details,
      now,
    });
  });
}
