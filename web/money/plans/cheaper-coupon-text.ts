import type { Quote } from "@greenroom/contract/money/plans.ts";
import { formatPrice } from "@greenroom/contract/site/price-text.ts";

/**
 * Says that a typed coupon costs more than the automatic discount, with both prices; null when it does not.
 */
export function cheaperCouponText({ coupon, newPrice, cheaper }: Quote): string | null {
  if (cheaper === undefined || coupon === null) return null;
  const [dear, cheap] = [formatPrice(newPrice), formatPrice(cheaper.newPrice)];
  return `With ${coupon} you pay ${dear}; with ${cheaper.coupon}, which is applied automatically, only ${cheap}.`;
}
