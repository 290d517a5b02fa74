import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/core/money.ts";
import { type PlanType, planTypes } from "@greenroom/contract/plans.ts";
import { invalidField } from "../../../core/errors.ts";
import type { Tx } from "../../../db/database.ts";
import { lockSubjects } from "../../../db/transaction.ts";
import { findLargestFixedCoupon, type NewCoupon } from "../coupon-store.ts";
import { minPricePaise } from "../rules.ts";
import { selectPlans } from "../store.ts";
import { selectLowestComingPrices } from "./price-store.ts";

/* A fixed discount must leave at least the lowest price that we sell at. Otherwise everybody with the coupon would pay
   that lowest price, and the interviewer's share would be computed from it. */

const rupees = (paise: Paise) => formatRupees(rupeesFromPaise(paise));

/** Locks list prices until the transaction ends, so that a coupon and a price cannot change at the same time. */
export async function lockPlanPrices(tx: Tx, types: readonly PlanType[] = planTypes): Promise<void> {
  await lockSubjects(
    tx,
    types.map((planType) => `plan-price:${planType}`),
  );
}

/** Throws `invalid_input` for a percentage above 100, or a discount larger than a list price, now or planned, can lose. */
export async function checkDiscount(
  tx: Tx,
  { kind, value, planTypes: plans }: Pick<NewCoupon, "kind" | "value" | "planTypes">,
  now: Date,
): Promise<void> {
  if (kind === "percent") {
    if (value > 100) throw invalidField("value", "A percentage is at most 100.");
    return;
  }
  await lockPlanPrices(tx);
  const coming = await selectLowestComingPrices(tx, now);
  const lowest = (await selectPlans(tx, now)).map(({ planType, listPricePaise }) => {
    const planned = coming.get(planType);
    return planned !== undefined && planned < listPricePaise
      ? { planType, listPricePaise: planned, verb: "will be" }
      : { planType, listPricePaise, verb: "is" };
  });
  const cheap = lowest.find(
    ({ planType, listPricePaise }) =>
      (plans?.includes(planType) ?? true) && listPricePaise - value < minPricePaise,
  );
  if (cheap === undefined) return;
  const { planType, listPricePaise, verb } = cheap;
  throw invalidField(
    "value",
    `${rupees(value)} off is more than ${planType} can lose: its list price ${verb} ${rupees(listPricePaise)}, and a price is at least ${rupees(minPricePaise)}. Choose less, or other plans.`,
  );
}

/** Throws `invalid_input` for a list price that is too low for a coupon that can be used at or after its start. */
export async function checkPriceForCoupons(
  tx: Tx,
  { planType, listPricePaise, startsAt }: { planType: PlanType; listPricePaise: Paise; startsAt: Date },
): Promise<void> {
  const coupon = await findLargestFixedCoupon(tx, { planType, usableAfter: startsAt });
  if (coupon === null || listPricePaise - coupon.value >= minPricePaise) return;
  throw invalidField(
    "listPrice",
    `The coupon ${coupon.code} takes ${rupees(coupon.value)} off ${planType}, which leaves less than ${rupees(minPricePaise)}. Choose at least ${rupees(coupon.value + minPricePaise)}, or stop the coupon first.`,
  );
}
