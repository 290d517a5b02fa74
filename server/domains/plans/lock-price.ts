import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Tx } from "../../db/database.ts";
import { lockSubjects } from "../../db/transaction.ts";
import { findWantedCoupon } from "./price-plan.ts";
import { foundingPlan } from "./rules.ts";

const foundingPlaces = "founding-places";

/**
 * Queues up everybody whose price hangs on a count (founding places, a limited coupon) together with `subjects`, until
 * the transaction ends: of two who want the last place, the second is priced after the first has taken it.
 */
export async function lockPrice(
  tx: Tx,
  { planType, coupon: typed }: { planType: PlanType; coupon: string | undefined },
  subjects: string[],
): Promise<void> {
  const coupon = await findWantedCoupon(tx, typed);
  const isLimited = coupon !== null && (coupon.totalLimit !== null || coupon.perUserLimit !== null);
  await lockSubjects(tx, [
    ...subjects,
    ...(planType === foundingPlan ? [foundingPlaces] : []),
    ...(isLimited ? [`coupon:${coupon.id}`] : []),
  ]);
}

/** The same for who pays for the founding plan. */
export async function lockFoundingPlaces(tx: Tx): Promise<void> {
  await lockSubjects(tx, [foundingPlaces]);
}
