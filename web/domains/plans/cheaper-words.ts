import type { Quote } from "@greenroom/contract/plans.ts";
import { formatPrice } from "@greenroom/contract/price-words.ts";

/** Says that a typed coupon costs more than what applies by itself, with both prices; null when it does not. */
export function cheaperWords({ coupon, newPrice, cheaper }: Quote): string | null {
  if (cheaper === undefined || coupon === null) return null;
  const [dear, cheap] = [formatPrice(newPrice), formatPrice(cheaper.newPrice)];
  return `With ${coupon} you pay ${dear}; with ${cheaper.coupon}, which applies by itself, only ${cheap}.`;
}
