import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { type Approved, auditReason } from "../../../kernel/audit/audit-reason.ts";
import { type AuditActor, recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { planRevocation, revokeCredits } from "../../credits/revoke-credits.ts";
import { sendRefund } from "../job-definitions.ts";
import {
  findProviderRefund,
  insertRefund,
  lockPayment,
  markPaymentRefunded,
  markSessionsTakenBack,
  sumRefunds,
} from "./refund-store.ts";

export interface Refund {
  paymentId: string;
  /** The number of credits to refund. `all` is the whole payment, or the rest after earlier refunds. */
  sessions: number | "all";
  reason: string;
  actor: AuditActor;
  /** Set if the amount required a second operator. */
  approved?: Approved;
}

export interface RefundResult {
  refundId: string;
  sessions: number;
  amountPaise: Paise;
}

/**
 * Refunds a payment, in full or for some of its credits at their price. The transaction takes the credits back and
 * stores the refund; a job sends the money, even after a long outage of the provider. After a refund that was made at
 * the provider, the credits are taken back for that one, and no money is sent. Throws `not_found`, and
 * `conflict` if fewer credits are left.
 */
export async function refundInTransaction(
  deps: Deps,
  tx: Tx,
  { paymentId, sessions, reason, actor, approved }: Refund,
): Promise<RefundResult> {
  const now = deps.clock.now();
  const payment = await lockRefundable(deps, tx, paymentId);
  const { userId } = payment;
  const madeAtProvider = await findProviderRefund(tx, paymentId);
  const taken = await revokeCredits(tx, { paymentId, sessions, reason, now });
  if (madeAtProvider !== undefined) {
    const { id: refundId } = madeAtProvider;
    await markSessionsTakenBack(tx, refundId, taken.sessions);
    if (taken.isWhole) await markPaymentRefunded(tx, paymentId);
    const details = { refundId, sessions: taken.sessions, ...auditReason(reason, approved) };
    const subject = `payment:${paymentId}`;
    await recordAudit(tx, { actor, action: "payment.sessions-taken-back", subject, details, now });
    return { refundId, sessions: taken.sessions, amountPaise: 0 };
  }
  const refundId = newId();
  const amountPaise = taken.valuePaise;
  await checkNotBeyondPayment(tx, payment, amountPaise);
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
    details: {
      refundId,
      sessions: taken.sessions,
      amountPaise,
      ...auditReason(reason, approved),
    },
    now,
  });
  await deps.jobs.enqueue(tx, sendRefund, { refundId });
  return { refundId, sessions: taken.sessions, amountPaise };
}

/**
 * Computes what `refundInTransaction` would do and locks the payment and its credits until the transaction ends.
 * Throws the same errors.
 */
export async function planRefund(
  deps: Deps,
  tx: Tx,
  { paymentId, sessions }: Pick<Refund, "paymentId" | "sessions">,
) {
  const payment = await lockRefundable(deps, tx, paymentId);
  const madeAtProvider = await findProviderRefund(tx, paymentId);
  const { valuePaise, ...taken } = await planRevocation(tx, { paymentId, sessions });
  const amountPaise = madeAtProvider === undefined ? valuePaise : 0;
  await checkNotBeyondPayment(tx, payment, amountPaise);
  return { payment, amountPaise, madeAtProvider, ...taken };
}

/** A session that came back after goodwill was paid for it cannot be refunded once more. */
async function checkNotBeyondPayment(
  tx: Tx,
  { id, amountPaise: paidPaise }: { id: string; amountPaise: Paise },
  amountPaise: Paise,
): Promise<void> {
  const refundedPaise = (await sumRefunds(tx, [id])).get(id) ?? 0;
  if (refundedPaise + amountPaise <= paidPaise) return;
  const left = formatRupees(rupeesFromPaise(paidPaise - refundedPaise), { decimals: true });
  throw new AppError("conflict", {
    msg: `Only ${left} of this payment can still be refunded, because part of it went back as goodwill. These sessions are worth more.`,
  });
}

export async function lockRefundable(deps: Pick<Deps, "payments">, tx: Tx, paymentId: string) {
  const payment = await lockPayment(tx, paymentId);
  if (payment === null) throw new AppError("not_found", { msg: `There is no payment ${paymentId}.` });
  if (payment.provider !== deps.payments.name) {
    throw new AppError("conflict", {
      msg: `This was paid with ${payment.provider}, which is not in use now.`,
    });
  }
  return payment;
}
