import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { findRequestedCoupon } from "./price-plan.ts";
import { type Coupon, foundingPlan } from "./rules.ts";
import { findCouponById } from "./store.ts";

const foundingPlaces = "founding-places";

/**
 * Locks `subjects` together with every count that a price depends on (founding places, a limited coupon), until the
 * transaction ends. If two users want the last place, the second is priced after the first has taken it.
 */
export async function lockPrice(
  tx: Tx,
  { planType, coupon: typed }: { planType: PlanType; coupon: string | undefined },
  subjects: string[],
): Promise<void> {
  await lockUses(tx, { planType, coupon: await findRequestedCoupon(tx, typed) }, subjects);
}

/**
 * The same for the price of an order that is paid. Take these locks before the order's row: a request that continues
 * with the order has them when it writes to the row.
 */
export async function lockOrderedPrice(
  tx: Tx,
  { planType, couponId }: { planType: string; couponId: string | null },
): Promise<void> {
  await lockUses(tx, { planType, coupon: couponId === null ? null : await findCouponById(tx, couponId) }, []);
}

/** The same for a change of the founding terms. */
export async function lockFoundingPlaces(tx: Tx): Promise<void> {
  await lockSubjects(tx, [foundingPlaces]);
}

async function lockUses(
  tx: Tx,
  { planType, coupon }: { planType: string; coupon: Coupon | null },
  subjects: string[],
): Promise<void> {
  const isLimited = coupon !== null && (coupon.totalLimit !== null || coupon.perUserLimit !== null);
  await lockSubjects(tx, [
    ...subjects,
    ...(planType === foundingPlan ? [foundingPlaces] : []),
    ...(isLimited ? [`coupon:${coupon.id}`] : []),
  ]);
}
