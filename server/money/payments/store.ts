import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { bookingKeyOf } from "./rules.ts";

export function selectOrdersWithQuotes(database: Database) {
  return database
    .selectFrom("orders")
    .innerJoin("quotes", "quotes.id", "orders.quoteId")
    .select([
      "orders.id",
      "orders.userId",
      "orders.provider",
      "orders.providerOrderId",
      "orders.receipt",
      "orders.amountPaise",
      "orders.status",
      "quotes.planType",
      "quotes.sessions",
      "quotes.isFounding",
      "quotes.couponId",
    ]);
}
export type OrderRow = Awaited<ReturnType<typeof getOrder>>;

export async function getOrder(database: Database, id: string) {
  return await selectOrdersWithQuotes(database).where("orders.id", "=", id).executeTakeFirstOrThrow();
}

export async function findOrderByProviderId(
  database: Database,
  { provider, providerOrderId }: { provider: string; providerOrderId: string },
): Promise<OrderRow | null> {
  const row = await selectOrdersWithQuotes(database)
    .where("orders.provider", "=", provider)
    .where("orders.providerOrderId", "=", providerOrderId)
    .executeTakeFirst();
  return row ?? null;
}

/** `booked-otherwise`: by the buyer, with another session. */
type OrderedSlotOutcome = "booked" | "booked-otherwise" | "canceled" | "not-booked";

/** The slot that an order is for, what became of it, and the buyer's live booking; null for an order without a slot. */
export async function findOrderedSlot(database: Database | Tx, orderId: string) {
  const { rows } = await sql<{
    slotId: string;
    interviewerId: string;
    bookingId: string | null;
    outcome: OrderedSlotOutcome;
  }>`
    select slot.id as slot_id, slot.interviewer_id, case when booking.status <> 'cancelled' then booking.id end as booking_id,
      case when booking.id is null then 'not-booked' when booking.status = 'cancelled' then 'canceled'
        when booking.is_paid_by_order then 'booked' else 'booked-otherwise' end as outcome
    from orders join availability slot on slot.id = orders.slot_id
    left join lateral (
      select id, status, idempotency_key is not distinct from ${bookingKeyOf(orderId)} as is_paid_by_order
      from bookings
      where interviewee_id = orders.user_id
        and (idempotency_key = ${bookingKeyOf(orderId)} or (slot_id = slot.id and status <> 'cancelled'))
      order by status = 'cancelled', is_paid_by_order desc limit 1) booking on true
    where orders.id = ${orderId}`.execute(database);
  return rows[0] ?? null;
}

export function selectPurchaseRows(database: Database) {
  return database
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .innerJoin("quotes", "quotes.id", "orders.quoteId")
    .select([
      "payments.id",
      "payments.orderId",
      "payments.userId",
      "payments.amountPaise",
      "payments.currency",
      "payments.refundedPaise",
      "payments.status",
      "payments.capturedAt",
      "payments.providerPaymentId",
      "orders.receipt",
      "orders.providerOrderId",
      "quotes.planType",
      "quotes.sessions",
      "quotes.lines",
    ]);
}
export type PaymentRow = Awaited<
  ReturnType<ReturnType<typeof selectPurchaseRows>["executeTakeFirstOrThrow"]>
>;

/** The name, address and mobile number of a buyer, for the checkout, receipts and mails. */
export async function getBuyer(database: Database, userId: string) {
  return await database
    .selectFrom("users")
    .select(["firstName", "lastName", "email", "mobileNumber"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

interface NewRefund {
  id: string;
  paymentId: string;
  userId: string;
  amountPaise: Paise;
  sessions: number;
  /** Money for sessions that another refund of the payment counts. */
  isPartOfOwed?: boolean;
  reason: string;
  createdAt: Date;
  /** Of a refund that the provider has made already. */
  status?: "done";
  providerRefundId?: string;
  doneAt?: Date;
  madeAtProvider?: boolean;
  /** Of a refund that the provider could not make. */
  refusal?: string | null;
  refusedAt?: Date | null;
}

export async function insertRefund(tx: Tx, refund: NewRefund): Promise<void> {
  await tx.insertInto("refunds").values(refund).execute();
}

/**
 * A payment, locked for this transaction, so that its refunds are made one after the other; null if it does not
 * exist.
 */
export async function lockPayment(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("payments")
    .select(["id", "userId", "provider", "status", "amountPaise"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function markPaymentRefunded(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("payments").set({ status: "refunded" }).where("id", "=", id).execute();
}

/**
 * Once a payment's sessions are all taken back, nothing is left to decide about its other refunds at the provider. If one
 * of them fails, its money is owed.
 */
export async function markDecidedBefore(tx: Tx, paymentId: string): Promise<void> {
  await tx
    .updateTable("refunds")
    .set({ madeAtProvider: false, isPartOfOwed: true })
    .where("paymentId", "=", paymentId)
    .where("madeAtProvider", "=", true)
    .where("sessions", "=", 0)
    .execute();
}

/** Null for a refund that failed at the provider meanwhile: what is owed has another id. */
export async function findRefund(database: Database, id: string) {
  const row = await database
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.paymentId")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .select([
      "refunds.id",
      "refunds.status",
      "refunds.paymentId",
      "refunds.refusal",
      "refunds.amountPaise",
      "refunds.sessions",
      "refunds.isPartOfOwed",
      "refunds.userId",
    ])
    .select(["payments.provider", "payments.providerPaymentId", "orders.receipt"])
    .where("refunds.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** Marks a refund as paid by the provider. Returns false if it was already marked. */
export async function markRefundDone(
  tx: Tx,
  id: string,
  { providerRefundId, now }: { providerRefundId: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("refunds")
    .set({ status: "done", providerRefundId, doneAt: now, refusal: null, refusedAt: null })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A payment's refunds, oldest first. */
export async function selectRefunds(database: Database, paymentId: string) {
  return await database
    .selectFrom("refunds")
    .selectAll()
    .where("paymentId", "=", paymentId)
    .orderBy("createdAt")
    .execute();
}
export type StoredRefund = Awaited<ReturnType<typeof selectRefunds>>[number];

export const refundFailedAction = "payment.provider-refund-failed";

/** Whether a refund with this id at the provider failed; or one that is owed since, under this id of ours. */
export async function isFailureRecorded(
  database: Database,
  paymentId: string,
  refund: { providerRefundId: string } | { owedId: string },
): Promise<boolean> {
  const row = await database
    .selectFrom("auditLog")
    .select("id")
    .where("subject", "=", `payment:${paymentId}`)
    .where("action", "=", refundFailedAction)
    .where(sql<boolean>`details @> ${JSON.stringify(refund)}::jsonb`)
    .executeTakeFirst();
  return row !== undefined;
}

/** A refund, locked for this transaction; null if it does not exist. */
export async function lockRefund(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("refunds")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Adds sessions to those that were taken back for a refund. */
export async function countSessionsTakenBack(tx: Tx, id: string, sessions: number): Promise<void> {
  await tx
    .updateTable("refunds")
    .set((refund) => ({ sessions: refund("sessions", "+", sessions) }))
    .where("id", "=", id)
    .execute();
}
