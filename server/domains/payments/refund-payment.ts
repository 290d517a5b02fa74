import type { Paise } from "@greenroom/contract/money.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { takeBackCredits } from "../credits/take-back-credits.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { sendRefund } from "./job-definitions.ts";
import { insertRefund, lockPayment, markPaymentRefunded } from "./refund-store.ts";

export interface Refund {
  paymentId: string;
  /** How many of its sessions; `all` is the whole payment, or what an earlier refund left of it. */
  sessions: number | "all";
  reason: string;
  actor: AuditActor;
}

/**
 * Gives a payment back, whole or for some of its sessions, at what these were sold for. The sessions are taken first, in
 * the transaction that promises the money; a job sends it, however long the provider is away. Throws `not_found`, and
 * `conflict` when so many sessions are not in hand.
 */
export async function refundPayment(
  deps: Deps,
  { paymentId, sessions, reason, actor }: Refund,
): Promise<{ refundId: string; sessions: number; amountPaise: Paise }> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const payment = await lockPayment(tx, paymentId);
    if (payment === null) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
    if (payment.provider !== deps.payments.name) {
      throw new AppError("conflict", {
        msg: `This was paid with ${payment.provider}, which is not in use now.`,
      });
    }
    const taken = await takeBackCredits(tx, { paymentId, sessions, reason: `Refunded: ${reason}`, now });
    const refundId = newId();
    const { userId } = payment;
    const amountPaise = taken.valuePaise;
    await insertRefund(tx, {
      id: refundId,
      paymentId,
      userId,
      amountPaise,
      sessions: taken.sessions,
      reason,
      createdAt: now,
    });
    if (taken.isWhole) await markPaymentRefunded(tx, paymentId);
    await recordAudit(tx, {
      actor,
      action: "payment.refunded",
      subject: `payment:${paymentId}`,
      details: { refundId, sessions: taken.sessions, amountPaise, reason },
      now,
    });
    await deps.jobs.send(tx, sendRefund, { refundId });
    return { refundId, sessions: taken.sessions, amountPaise };
  });
}
