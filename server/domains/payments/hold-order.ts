import { currency, paiseFromRupees } from "@greenroom/contract/money.ts";
import type { PlanType } from "@greenroom/contract/plans.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { lockPrice } from "../plans/lock-price.ts";
import { presentQuote } from "../plans/present.ts";
import { findCheaper, pricePlan } from "../plans/price-plan.ts";
import { findHeldOrder, getOrder, insertOrder, type OrderRow } from "./order-store.ts";
import { holdUntil, isStatedPrice, receiptNumber } from "./rules.ts";

export interface OrderWish {
  planType: PlanType;
  /** Rupees, as the browser showed them. */
  newPrice: number;
  amount: number;
  coupon?: string | undefined;
}

/**
 * Writes quote and order at the price that stands now, or finds the person's own open order for the same thing: a
 * second click, a reload or a checkout that was left goes on with that one, so that nobody pays twice or holds two places.
 * Throws `price_changed` with the fresh quote when the stated price is not that, `invalid_input` for a coupon.
 */
export async function holdOrder(
  deps: Pick<Deps, "database" | "clock" | "config" | "payments">,
  userId: string,
  { planType, coupon, ...stated }: OrderWish,
): Promise<OrderRow> {
  const provider = deps.payments.name;
  return await inTransaction(deps.database, async (tx) => {
    await lockPrice(tx, { planType, coupon }, [`orders:${userId}`]);
    const now = deps.clock.now();
    const statedPaise = paiseFromRupees(stated.newPrice);
    if (isStatedPrice(stated, statedPaise)) {
      const held = await findHeldOrder(tx, {
        userId,
        provider,
        planType,
        coupon,
        pricePaise: statedPaise,
        now,
      });
      if (held !== null) return held;
    }
    const question = { userId, planType, coupon, now, founding: deps.config.founding };
    const priced = await pricePlan(tx, question);
    if (!isStatedPrice(stated, priced.pricePaise)) {
      const fresh = presentQuote(priced, await findCheaper(tx, question, priced));
      throw new AppError("price_changed", {
        msg: "The price has changed. Please look at the new price and confirm again.",
        details: { quote: fresh },
      });
    }
    const id = newId();
    const receipt = receiptNumber(id, now);
    await insertOrder(tx, {
      id,
      userId,
      priced,
      provider,
      currency,
      receipt,
      holdsUntil: holdUntil(now),
      now,
    });
    return await getOrder(tx, id);
  });
}
