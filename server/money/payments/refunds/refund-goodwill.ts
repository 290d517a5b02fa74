import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { type Approved, auditReason } from "../../../kernel/audit/audit-reason.ts";
import { type AuditActor, recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { listPurchasedCredits, recordGoodwill } from "../../credits/revoke-credits.ts";
import { sendRefund } from "../job-definitions.ts";
import { countSessions, formatSessionCount, goodwillLimit } from "../rules.ts";
import { lockRefundable } from "./refund-payment.ts";
import { insertRefund, sumRefunds } from "./refund-store.ts";

interface Goodwill {
  paymentId: string;
  amountPaise: Paise;
}

/**
 * Checks a refund for used sessions, with the payment locked until the transaction ends. Throws `not_found`, and
 * `conflict` when no session is used yet or more would go back than was paid for those that are.
 */
export async function planGoodwill(deps: Deps, tx: Tx, { paymentId, amountPaise }: Goodwill) {
  const payment = await lockRefundable(deps, tx, paymentId);
  const credits = await listPurchasedCredits(tx, paymentId);
  const { used, booked } = countSessions(credits);
  if (used === 0) {
    throw new AppError("conflict", {
      msg:
        booked === 0
          ? "No session of this payment is used, so there is nothing to refund out of goodwill. Refund the sessions that are left."
          : `${formatSessionCount(booked)} of this payment ${booked === 1 ? "is" : "are"} booked and not held yet, and none is used. Cancel the interview and refund the session, or wait until the interview has ended.`,
    });
  }
  const refundedPaise = (await sumRefunds(tx, [paymentId])).get(paymentId) ?? 0;
  const limit = goodwillLimit({ paidPaise: payment.amountPaise, refundedPaise, credits });
  if (amountPaise > limit) {
    const most = formatRupees(rupeesFromPaise(limit), { decimals: true });
    throw new AppError("conflict", {
      msg: `At most ${most} can be refunded for the used sessions of this payment.`,
    });
  }
  return { payment, used, refundedPaise };
}

/** Refunds money for used sessions, which stay used. Returns the amount. Throws as `planGoodwill` does. */
export async function refundGoodwill(
  deps: Deps,
  tx: Tx,
  {
    paymentId,
    amountPaise,
    reason,
    actor,
    approved,
  }: Goodwill & { reason: string; actor: AuditActor; approved?: Approved },
): Promise<Paise> {
  const now = deps.clock.now();
  const { payment } = await planGoodwill(deps, tx, { paymentId, amountPaise });
  const refundId = newId();
  const { userId } = payment;
  await insertRefund(tx, {
    id: refundId,
    paymentId,
    userId,
    amountPaise,
    sessions: 0,
    reason,
    createdAt: now,
  });
  await recordAudit(tx, {
    actor,
    action: "payment.goodwill-refunded",
    subject: `payment:${paymentId}`,
    details: { refundId, amountPaise, ...auditReason(reason, approved) },
    now,
  });
  const amount = formatRupees(rupeesFromPaise(amountPaise), { decimals: true });
  await recordGoodwill(tx, {
    userId,
    paymentId,
    reason: `Goodwill: ${amount} goes back to you, and your sessions stay as they are`,
    now,
  });
  await deps.jobs.enqueue(tx, sendRefund, { refundId });
  return amountPaise;
}
