import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import { currency, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import type { createOrder } from "@greenroom/contract/money/payments.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { findCheaperPrice, lockPrice, presentQuote, pricePlan } from "../plans/pricing.ts";
import {
  failUnopenedOrder,
  findHeldOrder,
  getOrder,
  insertOrder,
  type OrderRow,
  renewOpenOrder,
  setProviderOrderId,
} from "./order-store.ts";
import { presentOrder } from "./purchases.ts";
import { continuedSince, holdUntil, isStatedPrice, nextCheck, receiptNumber } from "./rules.ts";
import { getBuyer } from "./store.ts";

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
  return presentOrder({
    order,
    providerOrderId,
    payer,
    checkout: deps.payments.checkout,
    name: deps.config.business.name,
  });
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
    await failUnopenedOrder(deps.database, id);
    throw providerUnavailableError(cause);
  }
  const nextCheckAt = nextCheck(deps.clock.now(), 0);
  if (await setProviderOrderId(deps.database, id, { providerOrderId, nextCheckAt })) return providerOrderId;
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
}

/**
 * Inserts quote and order at the current price, or finds the user's own open order for the same plan. A second
 * click, a reload or a retry after an abandoned checkout continues with that order, so that nobody pays twice or
 * holds two places. After its hold it is continued if the price still is the same, and held again
 * (docs/decisions/0010). Throws `price_changed` with the new quote if the stated price is outdated, and
 * `invalid_input` for a coupon.
 */
export async function placeOrder(
  deps: Pick<Deps, "database" | "clock" | "config" | "payments">,
  userId: string,
  { planType, coupon, ...stated }: OrderRequest,
): Promise<OrderRow> {
  const provider = deps.payments.name;
  return await inTransaction(deps.database, async (tx) => {
    await lockPrice(tx, { planType, coupon }, [`orders:${userId}`]);
    const now = deps.clock.now();
    const statedPaise = paiseFromRupees(stated.newPrice);
    if (isStatedPrice(stated, statedPaise)) {
      const existing = await findHeldOrder(tx, {
        userId,
        provider,
        planType,
        coupon,
        pricePaise: statedPaise,
        now,
      });
      if (existing !== null) return existing;
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
    const holdsUntil = holdUntil(now);
    const renewed = await renewOpenOrder(tx, {
      userId,
      provider,
      priced,
      openedAfter: continuedSince(now),
      holdsUntil,
      nextCheckAt: nextCheck(now, 0),
    });
    if (renewed !== null) return renewed;
    const id = newId();
    const receipt = receiptNumber(id, now);
    await insertOrder(tx, {
      id,
      userId,
      priced,
      provider,
      currency,
      receipt,
      holdsUntil,
      now,
    });
    return await getOrder(tx, id);
  });
}
