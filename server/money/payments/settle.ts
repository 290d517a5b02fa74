import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { currency as inr, type Paise, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import {
  verificationFailedMessage,
  type verifyPayment as verifyPaymentEndpoint,
} from "@greenroom/contract/money/payments.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit, wasAudited } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { isDeletedWhenLocked } from "../../people/accounts/account.ts";
import { grantCredits } from "../credits/credits.ts";
import { admitFoundingMember, findDiscountsUsedAgain, lockOrderedPrice } from "../plans/pricing.ts";
import { notifyOperator, sendReceipt } from "./mails.ts";
import { refundInTransaction } from "./refund.ts";
import { formatSessionCount, heldSince } from "./rules.ts";
import { findOrderByProviderId, findOrderedSlot, type OrderRow } from "./store.ts";

export interface CapturedPayment {
  order: OrderRow;
  providerPaymentId: string;
  amountPaise: Paise;
  currency: string;
  /** All of it has gone back already, so it books nothing. */
  hasGoneBack?: boolean;
  /** The webhook that reported it, if one did. */
  event?: { id: string; type: string };
}

/**
 * `granted` now, granted `before`, not granted because the amount is not the order's, or `refunded` because the buyer
 * deleted their account before the payment arrived.
 */
export type PaymentSettlement = "granted" | "before" | "mismatch" | "refunded";

/**
 * Settles a captured payment: payment, credits, founding place and receipt in one transaction. Exactly once per
 * payment, however often, in whatever order and by whatever source it is reported, even at the same moment.
 */
export async function settlePayment(deps: Deps, captured: CapturedPayment): Promise<PaymentSettlement> {
  let settlement: PaymentSettlement | "slot-changed";
  do settlement = await inTransaction(deps.database, (tx) => settle(deps, tx, captured));
  while (settlement === "slot-changed");
  if (settlement === "mismatch") {
    const { order, providerPaymentId, amountPaise, currency } = captured;
    deps.log.error(
      { orderId: order.id, expectedPaise: order.amountPaise, providerPaymentId, amountPaise, currency },
      "a captured payment differs from the order's amount: nothing was granted",
    );
  }
  return settlement;
}

/** `slot-changed`: nothing was written, because another tab ordered another slot, whose mentor is not locked. */
async function settle(
  deps: Deps,
  tx: Tx,
  captured: CapturedPayment,
): Promise<PaymentSettlement | "slot-changed"> {
  const { order, providerPaymentId, amountPaise, currency, event } = captured;
  const { userId, planType, sessions, isFounding, provider } = order;
  const now = deps.clock.now();
  // Both people of the slot at once, as a booking does.
  const ordered = await findOrderedSlot(tx, order.id);
  await lockSubjects(tx, [userId, ...(ordered === null ? [] : [ordered.interviewerId])]);
  // A deletion that is under way ends first, so that no payment stays with an account that nobody can use.
  const isDeleted = await isDeletedWhenLocked(tx, userId);
  await lockOrderedPrice(tx, order);
  // Only one transaction at a time settles an order.
  const { slotId, holdsUntil } = await tx
    .selectFrom("orders")
    .select(["slotId", "holdsUntil"])
    .where("id", "=", order.id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (slotId !== (ordered?.slotId ?? null)) return "slot-changed";
  if (event !== undefined) {
    const stored = await tx
      .insertInto("webhookEvents")
      .values({ provider, eventId: event.id, eventType: event.type, receivedAt: now })
      .onConflict((conflict) => conflict.columns(["provider", "eventId"]).doNothing())
      .returning("eventId")
      .executeTakeFirst();
    if (stored === undefined) return "before";
  }
  if (amountPaise !== order.amountPaise || currency !== inr) {
    await reportMismatch(deps, tx, captured, now);
    return "mismatch";
  }
  const payment = await tx
    .insertInto("payments")
    .values({
      ...{ id: newId(), orderId: order.id, userId, provider, providerPaymentId, amountPaise, currency },
      capturedAt: now,
    })
    .onConflict((conflict) => conflict.columns(["provider", "providerPaymentId"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (payment === undefined) return "before";
  const paymentId = payment.id;
  await tx
    .updateTable("orders")
    .set({ status: "paid", paidAt: now, nextCheckAt: null })
    .where("id", "=", order.id)
    .execute();
  await grantCredits(tx, {
    ...{ userId, source: "purchase", paymentId, sessions, pricePaise: amountPaise },
    ...{ reason: `${planType} plan`, now },
  });
  if (isDeleted) {
    const reason = "The account was deleted before the payment arrived";
    await refundInTransaction(deps, tx, { paymentId, sessions: "all", reason, actor: "system" });
    await deps.jobs.enqueue(tx, notifyOperator, { kind: "deleted-buyer", orderId: order.id, paymentId });
    return "refunded";
  }
  await reportDiscountAgain(deps, tx, { order, paymentId, now });
  await admitFoundingMember(tx, deps.config.founding, { userId, paymentId, planType, isFounding, now });
  await deps.jobs.enqueue(tx, sendReceipt, { paymentId });
  const orderedAt = heldSince({ holdsUntil });
  if (captured.hasGoneBack !== true)
    await deps.facts.paymentSettled(tx, { orderId: order.id, userId, slotId, orderedAt });
  return "granted";
}

/**
 * Records a payment whose discount was used up before, and notifies us. Its sessions are granted: the money
 * is there, and only a person can tell a late payment from a trick (docs/decisions/0010).
 */
async function reportDiscountAgain(
  deps: Deps,
  tx: Tx,
  { order, paymentId, now }: { order: OrderRow; paymentId: string; now: Date },
): Promise<void> {
  const { discounts, coupon } = await findDiscountsUsedAgain(tx, order);
  if (discounts.length === 0) return;
  const subject = `payment:${paymentId}`;
  const details = { orderId: order.id, discounts, coupon };
  await recordAudit(tx, { actor: "system", action: "payment.discount-again", subject, details, now });
  await deps.jobs.enqueue(tx, notifyOperator, { kind: "discount-again", paymentId, ...details });
}

/** Records a payment that does not match its order, and notifies us once per payment. */
async function reportMismatch(
  deps: Deps,
  tx: Tx,
  { order, providerPaymentId, amountPaise, currency }: CapturedPayment,
  now: Date,
): Promise<void> {
  const subject = `payment:${order.provider}:${providerPaymentId}`;
  const action = "payment.mismatch";
  if (await wasAudited(tx, { action, subject })) return;
  const { provider, amountPaise: expectedPaise, id: orderId } = order;
  const details = { orderId, expectedPaise, amountPaise, currency, provider, providerPaymentId };
  await recordAudit(tx, { actor: "system", action, subject, details, now });
  const note = { kind: "mismatch" as const, orderId, providerPaymentId, amountPaise, currency };
  await deps.jobs.enqueue(tx, notifyOperator, note);
}

export interface CheckoutCallback {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
  planType: PlanType;
  /** Rupees. */
  newPrice: number;
}

/**
 * Verifies the checkout's signed callback and grants the credits. Throws `not_found` for another user's order,
 * `conflict` if plan or price differ from the order's, `invalid_input` for a wrong signature. A repeated call gets
 * the same response. `slot`: the slot that the purchase was for; without a booking it could not be booked, or the
 * booking was canceled.
 */
export async function verifyPayment(
  deps: Deps,
  actor: Actor,
  callback: CheckoutCallback,
): Promise<EndpointOutput<typeof verifyPaymentEndpoint>> {
  const { razorpay_order_id: providerOrderId, razorpay_payment_id: providerPaymentId } = callback;
  const provider = deps.payments.name;
  const order = await findOrderByProviderId(deps.database, { provider, providerOrderId });
  if (order === null || order.userId !== actor.userId) {
    throw new AppError("not_found", { msg: verificationFailedMessage });
  }
  if (order.planType !== callback.planType || order.amountPaise !== paiseFromRupees(callback.newPrice)) {
    throw conflict(verificationFailedMessage);
  }
  const isSigned = deps.payments.isCheckoutSignature({
    orderId: providerOrderId,
    paymentId: providerPaymentId,
    signature: callback.razorpay_signature,
  });
  if (!isSigned) {
    deps.log.warn({ userId: actor.userId, orderId: order.id }, "refused: a payment's signature is wrong");
    throw new AppError("invalid_input", { msg: verificationFailedMessage });
  }
  // The signature ties the payment to the order, and the provider accepts only the order's amount for it.
  await settlePayment(deps, { order, providerPaymentId, amountPaise: order.amountPaise, currency: inr });
  const added = `✅ Payment successful! ${formatSessionCount(order.sessions)} added to your account.`;
  const slot = await findOrderedSlot(deps.database, order.id);
  if (slot === null) return { msg: added };
  const { slotId, bookingId, outcome } = slot;
  const messages = {
    booked: "✅ Payment successful! Your interview is booked.",
    "booked-otherwise": `${added} Your interview is booked with another session.`,
    canceled: `${added} The interview that you chose was booked and then canceled.`,
    "not-booked": `${added} The slot that you chose could not be booked. Please choose another one.`,
  };
  return { msg: messages[outcome], slot: { slotId, bookingId } };
}

interface Mismatch extends Waiting {
  userId: string;
  providerPaymentId: string;
  expectedPaise: number;
  /** In the smallest unit of `currency`. */
  amountPaise: number;
  currency: string;
}

/** Captured payments with another amount than their order's, for which nothing was granted, by audit entry. */
export async function listMismatches(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<Mismatch[]> {
  const { rows } = await sql<Mismatch>`
    select line.id::text as subject, line.created_at as since, orders.user_id, line.details->>'providerPaymentId' as provider_payment_id,
      (line.details->>'expectedPaise')::int as expected_paise, (line.details->>'amountPaise')::float8 as amount_paise,
      line.details->>'currency' as currency
    from audit_log line join orders on orders.id = (line.details->>'orderId')::uuid
    where line.action = 'payment.mismatch' and ${matches(sql`line.id::text`, sql`line.created_at`)}
    order by line.created_at limit ${limit}`.execute(database);
  return rows;
}
