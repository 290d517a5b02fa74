import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, type Page, readPage } from "../../kernel/db/keyset.ts";
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
