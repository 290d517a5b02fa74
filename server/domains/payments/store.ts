import type { Paise } from "@greenroom/contract/money.ts";
import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import type { Price } from "../plans/rules.ts";

interface NewPayment {
  orderId: string;
  userId: string;
  provider: string;
  providerPaymentId: string;
  amountPaise: Paise;
  currency: string;
  capturedAt: Date;
}

/** Writes a captured payment; null when this payment is written already. */
export async function insertPayment(tx: Tx, payment: NewPayment): Promise<string | null> {
  const row = await tx
    .insertInto("payments")
    .values({ id: newId(), ...payment })
    .onConflict((conflict) => conflict.columns(["provider", "providerPaymentId"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Remembers an accepted webhook; false when the same event came before. */
export async function rememberEvent(
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

/** The plan of the last captured payment that stands. */
export async function selectCurrentPlan(database: Database, userId: string): Promise<PlanType | null> {
  const row = await database
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .innerJoin("quotes", "quotes.id", "orders.quoteId")
    .select("quotes.planType")
    .where("payments.userId", "=", userId)
    .where("payments.status", "=", "captured")
    .orderBy("payments.capturedAt", "desc")
    .orderBy("payments.id", "desc")
    .executeTakeFirst();
  return (row?.planType as PlanType | undefined) ?? null;
}

function purchases(database: Database) {
  return database
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.orderId")
    .innerJoin("quotes", "quotes.id", "orders.quoteId")
    .select([
      "payments.id",
      "payments.userId",
      "payments.amountPaise",
      "payments.currency",
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
type RawPurchase = Awaited<ReturnType<ReturnType<typeof purchases>["executeTakeFirstOrThrow"]>>;
export type PurchaseRow = Omit<RawPurchase, "lines" | "planType"> & {
  lines: Price["lines"];
  planType: PlanType;
};

/** The columns that SQL holds as text and jsonb, under the names by which `insertOrder` wrote them. */
function asPurchase(row: RawPurchase): PurchaseRow {
  return {
    ...row,
    planType: row.planType as PlanType,
    lines: row.lines as unknown as Price["lines"],
  };
}

/** A person's payments, newest first. */
export async function selectPurchases(database: Database, userId: string): Promise<PurchaseRow[]> {
  const rows = await purchases(database)
    .where("payments.userId", "=", userId)
    .orderBy("payments.capturedAt", "desc")
    .orderBy("payments.id", "desc")
    .execute();
  return rows.map(asPurchase);
}

/** The newest payments of everybody, or of one person. */
export async function selectAllPurchases(
  database: Database,
  { userId, limit }: { userId: string | null; limit: number },
): Promise<PurchaseRow[]> {
  const rows = await purchases(database)
    .$if(userId !== null, (query) => query.where("payments.userId", "=", userId))
    .orderBy("payments.capturedAt", "desc")
    .orderBy("payments.id", "desc")
    .limit(limit)
    .execute();
  return rows.map(asPurchase);
}

export async function findPurchase(database: Database, paymentId: string): Promise<PurchaseRow | null> {
  const row = await purchases(database).where("payments.id", "=", paymentId).executeTakeFirst();
  return row === undefined ? null : asPurchase(row);
}

export async function getPurchase(database: Database, paymentId: string): Promise<PurchaseRow> {
  return asPurchase(await purchases(database).where("payments.id", "=", paymentId).executeTakeFirstOrThrow());
}

/** What the provider's checkout is filled in with. */
export async function getPayer(database: Database, userId: string) {
  return await database
    .selectFrom("users")
    .select(["firstName", "lastName", "email", "mobileNumber"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}
