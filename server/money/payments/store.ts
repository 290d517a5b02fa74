import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/read-lists.ts";
import { newId } from "../../kernel/ids.ts";

interface NewPayment {
  orderId: string;
  userId: string;
  provider: string;
  providerPaymentId: string;
  amountPaise: Paise;
  currency: string;
  capturedAt: Date;
}

/** Inserts a captured payment; null if it already exists. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<string | null> {
  const row = await tx
    .insertInto("payments")
    .values({ id: newId(), ...payment })
    .onConflict((conflict) => conflict.columns(["provider", "providerPaymentId"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stores an accepted webhook. Returns false if the same event was stored before. */
export async function insertWebhookEventOnce(
  tx: Tx,
  event: { provider: string; eventId: string; eventType: string; receivedAt: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto("webhookEvents")
    .values(event)
    .onConflict((conflict) => conflict.columns(["provider", "eventId"]).doNothing())
    .returning("eventId")
    .executeTakeFirst();
  return row !== undefined;
}

function selectPurchaseRows(database: Database) {
  return database
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .innerJoin("quotes", "quotes.id", "orders.quoteId")
    .select([
      "payments.id",
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

const newestFirst = orderBy("desc", ["instant", "payments.capturedAt"], ["id", "payments.id"]);

/** Payments of one user, newest first. */
export async function selectPurchases(
  database: Database,
  userId: string,
  page: PageQuery,
): Promise<Page<PaymentRow>> {
  const query = selectPurchaseRows(database).where("payments.userId", "=", userId);
  return await readPage(query, newestFirst, page);
}

export async function findPurchase(database: Database, paymentId: string): Promise<PaymentRow | null> {
  const row = await selectPurchaseRows(database).where("payments.id", "=", paymentId).executeTakeFirst();
  return row ?? null;
}

export async function getPurchase(database: Database, paymentId: string): Promise<PaymentRow> {
  return await selectPurchaseRows(database).where("payments.id", "=", paymentId).executeTakeFirstOrThrow();
}

/** The name, address and mobile number of a buyer, for the checkout, receipts and mails. */
export async function getBuyer(database: Database, userId: string) {
  return await database
    .selectFrom("users")
    .select(["firstName", "lastName", "email", "mobileNumber"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export interface NewRefund {
  id: string;
  paymentId: string;
  userId: string;
  amountPaise: Paise;
  sessions: number;
  reason: string;
  createdAt: Date;
  /** Of a refund that the provider has made already. */
  status?: "done";
  providerRefundId?: string;
  doneAt?: Date;
  madeAtProvider?: boolean;
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

export async function getRefund(database: Database, id: string) {
  return await database
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
      "refunds.userId",
    ])
    .select(["payments.provider", "payments.providerPaymentId", "orders.receipt"])
    .where("refunds.id", "=", id)
    .executeTakeFirstOrThrow();
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

/** Stores the provider's message about a refused refund. Returns false if that message was already stored. */
export async function markRefundRefused(
  tx: Tx,
  id: string,
  { refusal, now }: { refusal: string; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("refunds")
    .set({ refusal, refusedAt: now })
    .where("id", "=", id)
    .where("status", "=", "pending")
    .where("refusal", "is distinct from", refusal)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * The sum of the refunds of each payment, including those on their way; payments without refunds are left
 * out.
 */
export async function sumRefunds(
  database: Database | Tx,
  paymentIds: readonly string[],
): Promise<Map<string, Paise>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await database
    .selectFrom("refunds")
    .select((eb) => ["paymentId", eb.fn.sum<string>("amountPaise").as("amountPaise")])
    .where("paymentId", "in", paymentIds)
    .groupBy("paymentId")
    .execute();
  return new Map(rows.map(({ paymentId, amountPaise }) => [paymentId, Number(amountPaise)]));
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

/** The oldest refund made at the provider whose sessions were not taken back; undefined without one. */
export async function findProviderRefund(tx: Tx, paymentId: string) {
  return await tx
    .selectFrom("refunds")
    .select(["id", "amountPaise"])
    .where("paymentId", "=", paymentId)
    .where("madeAtProvider", "=", true)
    .where("sessions", "=", 0)
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
}

/** A refund that was made at the provider, by the provider's id. */
export async function findMadeAtProvider(
  database: Database,
  { provider, providerRefundId }: { provider: string; providerRefundId: string },
) {
  return await database
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.paymentId")
    .select(["refunds.id", "refunds.paymentId"])
    .where("refunds.providerRefundId", "=", providerRefundId)
    .where("refunds.madeAtProvider", "=", true)
    .where("payments.provider", "=", provider)
    .executeTakeFirst();
}

export async function deleteRefund(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("refunds").where("id", "=", id).execute();
}

/** Makes a refund that failed at the provider one of ours, which the provider refused. */
export async function markOwed(
  tx: Tx,
  id: string,
  { refusal, now }: { refusal: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("refunds")
    .set({ status: "pending", providerRefundId: null, doneAt: null, madeAtProvider: false })
    .set({ refusal, refusedAt: now })
    .where("id", "=", id)
    .execute();
}

export async function markSessionsTakenBack(tx: Tx, id: string, sessions: number): Promise<void> {
  await tx.updateTable("refunds").set({ sessions }).where("id", "=", id).execute();
}
