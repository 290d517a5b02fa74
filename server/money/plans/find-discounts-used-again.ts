import type { Tx } from "../../kernel/db/database.ts";
import { type DiscountLimit, findBrokenLimits } from "./rules.ts";
import { countCapturedUses, findCouponById } from "./store.ts";

interface PaidOrder {
  userId: string;
  couponId: string | null;
  isFounding: boolean;
}

/**
 * The limits of its discounts that an order broke whose payment was stored in this transaction, and the coupon's code.
 * An order can be paid long after its hold, when another one has used the discount. The caller has locked the uses
 * (`lockOrderedPrice`).
 */
export async function findDiscountsUsedAgain(
  tx: Tx,
  { userId, couponId, isFounding }: PaidOrder,
): Promise<{ discounts: DiscountLimit[]; coupon: string | null }> {
  const coupon = couponId === null ? null : await findCouponById(tx, couponId);
  const limited =
    coupon !== null && (coupon.perUserLimit !== null || coupon.totalLimit !== null) ? coupon : null;
  if (limited === null && !isFounding) return { discounts: [], coupon: null };
  const uses = await countCapturedUses(tx, { userId, coupon: limited, isFounding });
  return { discounts: findBrokenLimits(uses, limited), coupon: limited?.code ?? null };
}
