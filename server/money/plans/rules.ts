import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { QuoteLine } from "../../kernel/db/stored-json.ts";

/** The only plan with a discount for founding members. */
export const foundingPlan: PlanType = "Basic";

/**
 * The lowest amount that a provider charges (Razorpay, "Create an Order": amount at least 100 paise). No price is
 * lower.
 */
export const minPricePaise: Paise = 100;

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
  planTypes: PlanType[] | null;
  startsAt: Date;
  endsAt: Date | null;
  totalLimit: number | null;
  perUserLimit: number | null;
  isLaunchOffer: boolean;
  stoppedAt: Date | null;
  /** The owners who made or resumed it without a second one. They cannot use it themselves. */
  makers: string[];
  /** The owner who approved it. */
  approvedBy: string | null;
}

/** How often a coupon was used: captured payments, and orders of others that hold it now. */
export interface CouponUses {
  /** Counted up to the coupon's limit. */
  total: number;
  byUser: number;
  /** The user's own unpaid orders of other plans that can still be paid, also after their hold. */
  unpaid: number;
}

export interface Founding {
  /** The number of accounts that may get the discount. */
  places: number;
  discountPaise: Paise;
  /** Places taken by members, and held by orders of others. */
  taken: number;
  /** True if this user has had the discount or is already a member. */
  hasHad: boolean;
}

export interface Price {
  listPricePaise: Paise;
  lines: QuoteLine[];
  coupon: Coupon | null;
  isFounding: boolean;
  pricePaise: Paise;
}

/** Explains in a sentence why a coupon cannot be used; null if it can. */
export function findCouponProblem(
  coupon: Coupon,
  { userId, planType, uses, now }: { userId: string | null; planType: PlanType; uses: CouponUses; now: Date },
): string | null {
  if (coupon.stoppedAt !== null && coupon.stoppedAt <= now)
    return `The coupon ${coupon.code} is no longer active.`;
  if (now < coupon.startsAt) return `The coupon ${coupon.code} is not active yet.`;
  if (coupon.endsAt !== null && now >= coupon.endsAt) return `The coupon ${coupon.code} has expired.`;
  if (userId !== null && coupon.makers.includes(userId)) {
    return `You made the coupon ${coupon.code}, so you cannot use it yourself.`;
  }
  if (coupon.planTypes !== null && !coupon.planTypes.includes(planType)) {
    return `The coupon ${coupon.code} does not apply to the ${planType} plan.`;
  }
  if (coupon.perUserLimit !== null && uses.byUser >= coupon.perUserLimit) {
    return `You have already used the coupon ${coupon.code}.`;
  }
  if (coupon.totalLimit !== null && uses.total >= coupon.totalLimit) {
    return `The coupon ${coupon.code} has been used up.`;
  }
  const limits = [
    { limit: coupon.perUserLimit, used: uses.byUser },
    { limit: coupon.totalLimit, used: uses.total },
  ];
  if (limits.some(({ limit, used }) => limit !== null && used + uses.unpaid >= limit)) {
    return `The coupon ${coupon.code} is held by an order that you have not paid yet. Pay that order, or use the coupon again a day later.`;
  }
  return null;
}

/** The limits that a captured payment broke, because its order was paid after its hold. */
export type DiscountLimit = "founding" | "per-user" | "total";

interface CapturedUses {
  /** Captured payments of the founding price by this person, with this payment; 0 if this one is at another price. */
  founding: number;
  /** Captured payments with the coupon, with this one; 0 without a coupon. */
  byUser: number;
  total: number;
}

export function findBrokenLimits(
  uses: CapturedUses,
  coupon: Pick<Coupon, "perUserLimit" | "totalLimit"> | null,
): DiscountLimit[] {
  const broken: DiscountLimit[] = [];
  if (uses.founding > 1) broken.push("founding");
  if (coupon?.perUserLimit != null && uses.byUser > coupon.perUserLimit) broken.push("per-user");
  if (coupon?.totalLimit != null && uses.total > coupon.totalLimit) broken.push("total");
  return broken;
}

/**
 * How long after its hold an unpaid order counts as its own buyer's use of a coupon, unless it is given up earlier: its
 * payment would still be granted.
 */
export const payableHours = 24;

/**
 * The price with a coupon. The result of a percentage is rounded down to whole rupees: half of 399 is 199.
 */
export function calculateCouponPrice(
  pricePaise: Paise,
  { kind, value }: Pick<Coupon, "kind" | "value">,
): Paise {
  const left =
    kind === "percent" ? Math.floor((pricePaise * (100 - value)) / 10_000) * 100 : pricePaise - value;
  return Math.max(left, minPricePaise);
}

/** True when the founding discount applies; it combines only with the launch offer. */
function isFoundingPrice(planType: PlanType, coupon: Coupon | null, founding: Founding): boolean {
  return (
    planType === foundingPlan &&
    coupon?.isLaunchOffer === true &&
    founding.discountPaise > 0 &&
    !founding.hasHad &&
    founding.taken < founding.places
  );
}

/** A plan's price with its parts. `coupon` must be valid (`findCouponProblem` returned null). */
export function calculatePrice(plan: ListedPlan, coupon: Coupon | null, founding: Founding): Price {
  const { listPricePaise } = plan;
  const lines: QuoteLine[] = [{ label: "List price", kind: "list", amountPaise: listPricePaise }];
  let pricePaise = listPricePaise;
  if (coupon !== null) {
    const next = calculateCouponPrice(pricePaise, coupon);
    lines.push({ label: coupon.code, kind: "coupon", amountPaise: next - pricePaise });
    pricePaise = next;
  }
  const isFounding = isFoundingPrice(plan.planType, coupon, founding);
  if (isFounding) {
    const next = Math.max(pricePaise - founding.discountPaise, minPricePaise);
    lines.push({ label: "First interview", kind: "founding", amountPaise: next - pricePaise });
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
  // A place in the quote is kept even if the payment came after the hold, because the buyer already got the
  // discount.
  return isFounding || taken < places;
}
