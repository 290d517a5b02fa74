import { currency, paiseFromRupees } from "@greenroom/contract/kernel/money.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { lockPrice } from "../../plans/lock-price.ts";
import { presentQuote } from "../../plans/present.ts";
import { findCheaperPrice, pricePlan } from "../../plans/price-plan.ts";
import { nextCheck } from "../reconciliation/rules.ts";
import { continuedSince, holdUntil, isStatedPrice, receiptNumber } from "../rules.ts";
import { findHeldOrder, getOrder, insertOrder, type OrderRow, renewOpenOrder } from "./order-store.ts";

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
