import type { Paise } from "@greenroom/contract/money.ts";
import type { PlanType, PriceLine } from "@greenroom/contract/plans.ts";

/** The one plan that founding members get cheaper. */
export const foundingPlan: PlanType = "Basic";

/** The least that a provider charges (Razorpay, "Create an Order": amount at least 100 paise). No price goes below. */
export const leastPricePaise: Paise = 100;

export interface ListedPlan {
  planType: PlanType;
  listPricePaise: Paise;
}

export interface Coupon {
  id: string;
  code: string;
  kind: "percent" | "fixed";
  /** Whole percent, or paise. */
  value: number;
  /** Null: every plan. */
  planTypes: string[] | null;
  startsAt: Date;
  endsAt: Date | null;
  totalLimit: number | null;
  perUserLimit: number | null;
  isLaunchOffer: boolean;
  stoppedAt: Date | null;
}

/** How often a coupon was used: captured payments and orders that still hold it. */
export interface CouponUses {
  total: number;
  byUser: number;
}

export interface Founding {
  /** How many accounts may have the discount. */
  places: number;
  discountPaise: Paise;
  /** Places that are gone: members, and orders by others that hold one. */
  taken: number;
  /** This person has had the discount, or is a member already. */
  hasHad: boolean;
}

export interface Price {
  listPricePaise: Paise;
  lines: { label: string; kind: PriceLine["kind"]; amountPaise: Paise }[];
  coupon: Coupon | null;
  isFounding: boolean;
  pricePaise: Paise;
}

/** Why a coupon cannot be used, as a sentence; null when it can. */
export function couponProblem(
  coupon: Coupon,
  { planType, uses, now }: { planType: PlanType; uses: CouponUses; now: Date },
): string | null {
  if (coupon.stoppedAt !== null && coupon.stoppedAt <= now)
    return `The coupon ${coupon.code} is no longer active.`;
  if (now < coupon.startsAt) return `The coupon ${coupon.code} is not active yet.`;
  if (coupon.endsAt !== null && now >= coupon.endsAt) return `The coupon ${coupon.code} has expired.`;
  if (coupon.planTypes !== null && !coupon.planTypes.includes(planType)) {
    return `The coupon ${coupon.code} does not apply to the ${planType} plan.`;
  }
  if (coupon.perUserLimit !== null && uses.byUser >= coupon.perUserLimit) {
    return `You have already used the coupon ${coupon.code}.`;
  }
  if (coupon.totalLimit !== null && uses.total >= coupon.totalLimit) {
    return `The coupon ${coupon.code} has been used up.`;
  }
  return null;
}

/** The price after a coupon. A percentage's result is rounded down to whole rupees: half of 399 leaves 199. */
function reduced(pricePaise: Paise, { kind, value }: Pick<Coupon, "kind" | "value">): Paise {
  const left =
    kind === "percent" ? Math.floor((pricePaise * (100 - value)) / 10_000) * 100 : pricePaise - value;
  return Math.max(left, leastPricePaise);
}

/** True when the founding discount belongs in this price: it stacks on the launch offer alone. */
function isFoundingPrice(planType: PlanType, coupon: Coupon | null, founding: Founding): boolean {
  return (
    planType === foundingPlan &&
    coupon?.isLaunchOffer === true &&
    founding.discountPaise > 0 &&
    !founding.hasHad &&
    founding.taken < founding.places
  );
}

/** A plan's price with its parts. `coupon` is one that may be used (`couponProblem` had nothing to say). */
export function priceOf(plan: ListedPlan, coupon: Coupon | null, founding: Founding): Price {
  const { listPricePaise } = plan;
  const lines: Price["lines"] = [{ label: "List price", kind: "list", amountPaise: listPricePaise }];
  let pricePaise = listPricePaise;
  if (coupon !== null) {
    const next = reduced(pricePaise, coupon);
    lines.push({ label: coupon.code, kind: "coupon", amountPaise: next - pricePaise });
    pricePaise = next;
  }
  const isFounding = isFoundingPrice(plan.planType, coupon, founding);
  if (isFounding) {
    const next = Math.max(pricePaise - founding.discountPaise, leastPricePaise);
    lines.push({ label: "Founding member", kind: "founding", amountPaise: next - pricePaise });
    pricePaise = next;
  }
  return { listPricePaise, lines, coupon, isFounding, pricePaise };
}

/** True when a captured payment of the founding plan makes its buyer a founding member. */
export function becomesFoundingMember(
  { planType, isFounding }: { planType: string; isFounding: boolean },
  { places, taken, isMember }: Pick<Founding, "places" | "taken"> & { isMember: boolean },
): boolean {
  if (planType !== foundingPlan || isMember) return false;
  // A promised place is kept even when the payment came after its hold: the discount was given.
  return isFounding || taken < places;
}
