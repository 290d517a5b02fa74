import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Tx } from "../../db/database.ts";
import { lockSubjects } from "../../db/transaction.ts";
import { findRequestedCoupon } from "./price-plan.ts";
import { foundingPlan } from "./rules.ts";

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
  const coupon = await findRequestedCoupon(tx, typed);
  const isLimited = coupon !== null && (coupon.totalLimit !== null || coupon.perUserLimit !== null);
  await lockSubjects(tx, [
    ...subjects,
    ...(planType === foundingPlan ? [foundingPlaces] : []),
    ...(isLimited ? [`coupon:${coupon.id}`] : []),
  ]);
}

/** The same for payments of the founding plan. */
export async function lockFoundingPlaces(tx: Tx): Promise<void> {
  await lockSubjects(tx, [foundingPlaces]);
}
