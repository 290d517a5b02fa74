import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { newId } from "../../kernel/ids.ts";
import type { PricedPlan } from "../plans/pricing.ts";

interface NewOrder {
  id: string;
  userId: string;
  priced: PricedPlan;
  provider: string;
  currency: string;
  receipt: string;
  holdsUntil: Date;
  now: Date;
}

/** Inserts the quote and its order. */
export async function insertOrder(tx: Tx, order: NewOrder): Promise<void> {
  const { priced, now, userId } = order;
  const quoteId = newId();
  await tx
    .insertInto("quotes")
    .values({
      id: quoteId,
      userId,
      planType: priced.plan.planType,
      couponId: priced.coupon?.id ?? null,
      isFounding: priced.isFounding,
      listPricePaise: priced.listPricePaise,
      pricePaise: priced.pricePaise,
      sessions: priced.plan.sessions,
      lines: JSON.stringify(priced.lines),
      createdAt: now,
    })
    .execute();
  await tx
    .insertInto("orders")
    .values({
      id: order.id,
      quoteId,
      userId,
      provider: order.provider,
      receipt: order.receipt,
      amountPaise: priced.pricePaise,
      currency: order.currency,
      holdsUntil: order.holdsUntil,
      createdAt: now,
    })
    .execute();
}

function selectOrdersWithQuotes(database: Database) {
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

/** Keeps the newest declined attempt; webhooks can arrive twice and in any order. */
export async function recordDecline(
  database: Database,
  { id, at, reason }: { id: string; at: Date; reason: string | null },
): Promise<void> {
  await database
    .updateTable("orders")
    .set({ declinedAt: at, declineReason: reason })
    .where("id", "=", id)
    .where((where) => where.or([where("declinedAt", "is", null), where("declinedAt", "<", at)]))
    .execute();
}

interface HeldOrderQuery {
  userId: string;
  provider: string;
  planType: PlanType;
  /** As in a price request: undefined means the launch offer, if there is one; an empty string means no coupon. */
  coupon: string | undefined;
  pricePaise: Paise;
  now: Date;
}

/** The user's open order for the same plan at the same price, while its hold lasts. */
export async function findHeldOrder(
  database: Database,
  { userId, provider, planType, coupon, pricePaise, now }: HeldOrderQuery,
): Promise<OrderRow | null> {
  const row = await selectOrdersWithQuotes(database)
    .leftJoin("coupons", "coupons.id", "quotes.couponId")
    .where("orders.userId", "=", userId)
    .where("orders.provider", "=", provider)
    .where("orders.status", "=", "created")
    .where("orders.holdsUntil", ">", now)
    .where("orders.amountPaise", "=", pricePaise)
    .where("quotes.planType", "=", planType)
    .where((eb) => {
      const none = eb("quotes.couponId", "is", null);
      if (coupon === "") return none;
      if (coupon === undefined) return eb.or([none, eb("coupons.isLaunchOffer", "=", true)]);
      return eb("coupons.code", "=", coupon);
    })
    .orderBy("orders.createdAt", "desc")
    .executeTakeFirst();
  return row ?? null;
}

interface RenewedOrderQuery {
  userId: string;
  provider: string;
  priced: PricedPlan;
  /** Orders from before are left alone. */
  openedAfter: Date;
  holdsUntil: Date;
  nextCheckAt: Date;
}

/**
 * Holds the user's unpaid order of exactly this price again, and starts its checks at the provider again. Null without
 * such an order, or if it was paid or given up meanwhile.
 */
export async function renewOpenOrder(tx: Tx, query: RenewedOrderQuery): Promise<OrderRow | null> {
  const { priced, holdsUntil, nextCheckAt } = query;
  const found = await selectOrdersWithQuotes(tx)
    .where("orders.userId", "=", query.userId)
    .where("orders.provider", "=", query.provider)
    .where("orders.status", "=", "created")
    .where("orders.createdAt", ">", query.openedAfter)
    .where("orders.amountPaise", "=", priced.pricePaise)
    .where("orders.providerOrderId", "is not", null)
    .where("orders.givenUpAt", "is", null)
    .where("quotes.planType", "=", priced.plan.planType)
    .where("quotes.sessions", "=", priced.plan.sessions)
    .where("quotes.isFounding", "=", priced.isFounding)
    .where("quotes.couponId", "is not distinct from", priced.coupon?.id ?? null)
    .orderBy("orders.createdAt", "desc")
    .executeTakeFirst();
  if (found === undefined) return null;
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ holdsUntil, checks: 0, nextCheckAt })
    .where("id", "=", found.id)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? found : null;
}

/** Stores the provider's id of an open order that has none yet. Returns false if another call was first. */
export async function setProviderOrderId(
  database: Database,
  id: string,
  { providerOrderId, nextCheckAt }: { providerOrderId: string; nextCheckAt: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("orders")
    .set({ providerOrderId, nextCheckAt })
    .where("id", "=", id)
    .where("status", "=", "created")
    .where("providerOrderId", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Marks an order as failed that was never opened at the provider, and releases its holds. */
export async function failUnopenedOrder(database: Database, id: string): Promise<void> {
  await database
    .updateTable("orders")
    .set({ status: "failed" })
    .where("id", "=", id)
    .where("status", "=", "created")
    .where("providerOrderId", "is", null)
    .execute();
}

/** Locks an order, so that only one transaction at a time settles it. */
export async function lockOrder(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom("orders").select("id").where("id", "=", id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

export async function markOrderPaid(tx: Tx, id: string, paidAt: Date): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ status: "paid", paidAt, nextCheckAt: null })
    .where("id", "=", id)
    .execute();
}

/** Open orders whose check is due, the longest overdue first. */
export async function selectDueOrders(
  database: Database,
  { provider, now, limit }: { provider: string; now: Date; limit: number },
) {
  const rows = await database
    .selectFrom("orders")
    .select(["id", "providerOrderId", "checks", "holdsUntil"])
    .where("provider", "=", provider)
    .where("status", "=", "created")
    .where("nextCheckAt", "<=", now)
    .orderBy("nextCheckAt")
    .limit(limit)
    .execute();
  return rows.map((row) => {
    if (row.providerOrderId === null)
      throw new Error(`order ${row.id} is due for a check, but was never opened`);
    return { ...row, providerOrderId: row.providerOrderId };
  });
}
export type DueOrder = Awaited<ReturnType<typeof selectDueOrders>>[number];

export async function isBuyerDeleted(database: Database, orderId: string): Promise<boolean> {
  const { deletedAt } = await database
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.userId")
    .select("users.deletedAt")
    .where("orders.id", "=", orderId)
    .executeTakeFirstOrThrow();
  return deletedAt !== null;
}

/**
 * Stores the number of checks of an order and the time of the next one. Does nothing if it was settled, checked, given
 * up, or continued by its buyer meanwhile.
 */
export async function setNextCheck(
  tx: Database | Tx,
  { id, checks, holdsUntil }: Pick<DueOrder, "id" | "checks" | "holdsUntil">,
  next: { checks: number; nextCheckAt: Date },
): Promise<void> {
  await tx
    .updateTable("orders")
    .set(next)
    .where("id", "=", id)
    .where("checks", "=", checks)
    .where("holdsUntil", "=", holdsUntil)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .execute();
}

/**
 * Marks an order as no longer checked. Returns false if it was already settled or given up, or if its buyer continued
 * with it meanwhile.
 */
export async function markGivenUp(
  tx: Tx,
  { id, holdsUntil }: Pick<DueOrder, "id" | "holdsUntil">,
  checks: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set({ checks, nextCheckAt: null, givenUpAt: now })
    .where("id", "=", id)
    .where("holdsUntil", "=", holdsUntil)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function lockOrderForCheck(tx: Tx, id: string) {
  const row = await tx
    .selectFrom("orders")
    .select(["id", "userId", "status", "providerOrderId", "receipt", "amountPaise", "checks", "givenUpAt"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Makes an unpaid order due now and sets its number of checks. */
export async function setCheckNow(tx: Tx, id: string, { checks, now }: { checks: number; now: Date }) {
  await tx
    .updateTable("orders")
    .set({ nextCheckAt: now, givenUpAt: null, checks })
    .where("id", "=", id)
    .where("status", "=", "created")
    .execute();
}
