import type { Paise } from "@greenroom/contract/money.ts";
import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import type { PricedPlan } from "../plans/price-plan.ts";

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

/** Writes the promise and the order that rests on it. */
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

function ordersWithQuotes(database: Database) {
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
    ]);
}
export type OrderRow = Awaited<ReturnType<typeof getOrder>>;

export async function getOrder(database: Database, id: string) {
  return await ordersWithQuotes(database).where("orders.id", "=", id).executeTakeFirstOrThrow();
}

export async function findOrderByProviderId(
  database: Database,
  { provider, providerOrderId }: { provider: string; providerOrderId: string },
): Promise<OrderRow | null> {
  const row = await ordersWithQuotes(database)
    .where("orders.provider", "=", provider)
    .where("orders.providerOrderId", "=", providerOrderId)
    .executeTakeFirst();
  return row ?? null;
}

interface HeldQuestion {
  userId: string;
  provider: string;
  planType: PlanType;
  /** As in a price question: undefined is the launch offer or nothing, empty is none. */
  coupon: string | undefined;
  pricePaise: Paise;
  now: Date;
}

/** The person's own open order for the same thing at the same price, while its hold lasts. */
export async function findHeldOrder(
  database: Database,
  { userId, provider, planType, coupon, pricePaise, now }: HeldQuestion,
): Promise<OrderRow | null> {
  const row = await ordersWithQuotes(database)
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

/** Keeps the provider's id of an open order that has none yet; false when another call was first. */
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

/** Gives up an order that the provider never heard of, and with it what it held. */
export async function failUnopenedOrder(database: Database, id: string): Promise<void> {
  await database
    .updateTable("orders")
    .set({ status: "failed" })
    .where("id", "=", id)
    .where("status", "=", "created")
    .where("providerOrderId", "is", null)
    .execute();
}

/** Lets one settlement of an order run at a time. */
export async function lockOrder(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom("orders").select("id").where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

export async function markOrderPaid(tx: Tx, id: string, paidAt: Date): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ status: "paid", paidAt, nextCheckAt: null })
    .where("id", "=", id)
    .execute();
}
