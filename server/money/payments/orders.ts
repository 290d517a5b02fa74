import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { currency, type Paise, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { createOrder } from "@greenroom/contract/money/payments.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Updateable } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Orders } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { findCheaperPrice, lockPrice, type PricedPlan, presentQuote, pricePlan } from "../plans/pricing.ts";
import { presentPayer } from "./purchases.ts";
import {
  continuedSince,
  formatSessionCount,
  holdMinutes,
  isStatedPrice,
  nextCheck,
  receiptNumber,
} from "./rules.ts";
import { getBuyer, getOrder, type OrderRow, selectOrdersWithQuotes } from "./store.ts";

/**
 * Opens an order at the provider and returns the data that its checkout needs. Throws `price_changed` with the new
 * quote, `invalid_input` for a coupon, `too_many_requests`, and `unavailable` if the provider is down, in which
 * case nothing is held.
 */
export async function openOrder(
  deps: Deps,
  actor: Actor,
  orderRequest: OrderRequest,
): Promise<EndpointOutput<typeof createOrder>> {
  const order = await placeOrder(deps, actor.userId, orderRequest);
  const providerOrderId = order.providerOrderId ?? (await openAtProvider(deps, order));
  const payer = await getBuyer(deps.database, actor.userId);
  return {
    id: providerOrderId,
    // In paise, as the checkout expects.
    amount: order.amountPaise,
    currency,
    msg: "Order created.",
    checkout: {
      ...deps.payments.checkout,
      name: deps.config.business.name,
      description: `${order.planType}: ${formatSessionCount(order.sessions)}`,
      prefill: { ...presentPayer(payer), contact: payer.mobileNumber },
    },
  };
}

function providerUnavailableError(cause: unknown): AppError {
  const retryAfterSeconds = (cause instanceof AppError ? cause.retryAfterSeconds : undefined) ?? 10;
  return new AppError("unavailable", { msg: "Failed to create payment order.", retryAfterSeconds, cause });
}

/**
 * The network call is between two transactions. A crash here leaves an order that nobody can pay and whose hold
 * expires.
 */
async function openAtProvider(deps: Deps, { id, amountPaise, receipt }: OrderRow): Promise<string> {
  let providerOrderId: string;
  try {
    const opened = await deps.payments.openOrder({ amountPaise, currency, receipt });
    if (opened.amountPaise !== amountPaise || opened.currency !== currency) {
      throw new Error(`the provider opened ${opened.id} for another amount than order ${id}`);
    }
    providerOrderId = opened.id;
  } catch (cause) {
    // Releases its holds.
    await deps.database
      .updateTable("orders")
      .set({ status: "failed" })
      .where("id", "=", id)
      .where("status", "=", "created")
      .where("providerOrderId", "is", null)
      .execute();
    throw providerUnavailableError(cause);
  }
  const nextCheckAt = nextCheck(deps.clock.now(), 0);
  const { numUpdatedRows } = await deps.database
    .updateTable("orders")
    .set({ providerOrderId, nextCheckAt })
    .where("id", "=", id)
    .where("status", "=", "created")
    .where("providerOrderId", "is", null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) return providerOrderId;
  // A second click was faster, so both use its order. The order that we opened is never shown.
  const { providerOrderId: earlier } = await getOrder(deps.database, id);
  if (earlier === null)
    throw providerUnavailableError(new Error(`order ${id} was given up by a parallel request`));
  return earlier;
}

export interface OrderRequest {
  planType: PlanType;
  /** Rupees, as the browser showed them. */
  newPrice: number;
  amount: number;
  coupon?: string | undefined;
  /** The slot that is held for the buyer, which the payment books. */
  slotId?: string | undefined;
}

/**
 * Inserts quote and order at the current price, or finds the user's own open order for the same plan. A second
 * click, a reload or a retry after an abandoned checkout continues with that order, so that nobody pays twice or
 * holds two places. After its hold it is continued if the price still is the same, and held again
 * (docs/decisions/0010). The order is for the slot of the latest request. Throws `price_changed` with the new quote if
 * the stated price is outdated, `invalid_input` for a coupon, and `slot_taken` for a slot that is not held for the user.
 */
export async function placeOrder(
  deps: Pick<Deps, "database" | "clock" | "config" | "payments">,
  userId: string,
  { planType, coupon, slotId, ...stated }: OrderRequest,
): Promise<OrderRow> {
  const provider = deps.payments.name;
  return await inTransaction(deps.database, async (tx) => {
    await lockPrice(tx, { planType, coupon }, [`orders:${userId}`]);
    const now = deps.clock.now();
    if (slotId !== undefined && !(await isHeldFor(tx, { slotId, userId, now })))
      throw new AppError("slot_taken", {
        msg: "This slot is no longer held for you. Please choose it again.",
      });
    const statedPaise = paiseFromRupees(stated.newPrice);
    if (isStatedPrice(stated, statedPaise)) {
      const pricePaise = statedPaise;
      const held = await findHeldOrder(tx, { userId, provider, planType, coupon, pricePaise, now });
      if (held !== undefined && (await changeOpenOrder(tx, held.id, { slotId: slotId ?? null }))) return held;
    }
    const priceQuery = { userId, planType, coupon, now, founding: deps.config.founding };
    const priced = await pricePlan(tx, priceQuery);
    if (!isStatedPrice(stated, priced.pricePaise)) {
      const fresh = presentQuote(priced, await findCheaperPrice(tx, priceQuery, priced));
      throw new AppError("price_changed", {
        msg: "The price has changed. Please look at the new price and confirm again.",
        details: { quote: fresh },
      });
    }
    const holdsUntil = addMinutes(now, holdMinutes);
    const renewed = await renewOpenOrder(tx, { userId, provider, priced, slotId, holdsUntil, now });
    if (renewed !== null) return renewed;
    const id = await insertOrder(tx, { userId, provider, priced, slotId, holdsUntil, now });
    return await getOrder(tx, id);
  });
}

interface NewOrder {
  userId: string;
  provider: string;
  priced: PricedPlan;
  slotId: string | undefined;
  holdsUntil: Date;
  now: Date;
}

/** Inserts the quote and its order, and returns the order's id. */
async function insertOrder(
  tx: Tx,
  { userId, provider, priced, slotId, holdsUntil, now }: NewOrder,
): Promise<string> {
  const [id, quoteId] = [newId(), newId()];
  const { plan, coupon, isFounding, listPricePaise, pricePaise } = priced;
  await tx
    .insertInto("quotes")
    .values({
      ...{ id: quoteId, userId, planType: plan.planType, couponId: coupon?.id ?? null, isFounding },
      ...{ listPricePaise, pricePaise, sessions: plan.sessions, createdAt: now },
      lines: JSON.stringify(priced.lines),
    })
    .execute();
  await tx
    .insertInto("orders")
    .values({
      ...{
        id,
        quoteId,
        userId,
        provider,
        receipt: receiptNumber(id, now),
        amountPaise: pricePaise,
        currency,
      },
      ...{ slotId: slotId ?? null, holdsUntil, createdAt: now },
    })
    .execute();
  return id;
}

/**
 * Holds the user's unpaid order of exactly this price again, and starts its checks at the provider again. Null without
 * such an order, or if it was paid or given up meanwhile.
 */
async function renewOpenOrder(
  tx: Tx,
  { userId, provider, priced, slotId, holdsUntil, now }: NewOrder,
): Promise<OrderRow | null> {
  const found = await selectOrdersWithQuotes(tx)
    .where("orders.userId", "=", userId)
    .where("orders.provider", "=", provider)
    .where("orders.status", "=", "created")
    .where("orders.createdAt", ">", continuedSince(now))
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
  const renewal = { slotId: slotId ?? null, holdsUntil, checks: 0, nextCheckAt: nextCheck(now, 0) };
  return (await changeOpenOrder(tx, found.id, renewal)) ? found : null;
}

/** Returns false if the order was paid or given up meanwhile. */
async function changeOpenOrder(tx: Tx, id: string, changes: Updateable<Orders>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("orders")
    .set(changes)
    .where("id", "=", id)
    .where("status", "=", "created")
    .where("givenUpAt", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** An order for a slot that somebody else could take meanwhile, or whose mentor was blocked, would promise too much. */
async function isHeldFor(
  tx: Tx,
  { slotId, userId, now }: { slotId: string; userId: string; now: Date },
): Promise<boolean> {
  const hold = await tx
    .selectFrom("slotHolds as hold")
    .innerJoin("availability as slot", "slot.id", "hold.slotId")
    .innerJoin("users as interviewer", "interviewer.id", "slot.interviewerId")
    .select("hold.slotId")
    .where("hold.slotId", "=", slotId)
    .where("hold.userId", "=", userId)
    .where("hold.expiresAt", ">", now)
    .where("interviewer.role", "=", "interviewer")
    .where("interviewer.blockedAt", "is", null)
    .executeTakeFirst();
  return hold !== undefined;
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
async function findHeldOrder(
  tx: Tx,
  { userId, provider, planType, coupon, pricePaise, now }: HeldOrderQuery,
) {
  return await selectOrdersWithQuotes(tx)
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
}
