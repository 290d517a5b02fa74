import { formatRupees, type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { type PlanType, planTypes } from "@greenroom/contract/money/plans.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { lockSubjects } from "../../../kernel/db/transaction.ts";
import { invalidField } from "../../../kernel/errors.ts";
import { findLargestCoupon, type NewCoupon } from "../coupon-store.ts";
import { type Coupon, calculateCouponPrice, minPricePaise } from "../rules.ts";
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
  const coupon = await findLargestCoupon(tx, { kind: "fixed", planType, usableAfter: startsAt });
  if (coupon === null || listPricePaise - coupon.value >= minPricePaise) return;
  throw invalidField(
    "listPrice",
    `The coupon ${coupon.code} takes ${rupees(coupon.value)} off ${planType}, which leaves less than ${rupees(minPricePaise)}. Choose at least ${rupees(coupon.value + minPricePaise)}, or stop the coupon first.`,
  );
}

/*
 * One owner alone sells nothing below a share of the list price. The measure is the list price of thirty days ago, so that
 * a price cannot be lowered step by step, nor raised only to leave room for a large coupon.
 */
const measureDays = 30;

type LowPrice = { planType: PlanType; pricePaise: Paise; floorPaise: Paise };

/** "Basic would cost ₹7, and one owner alone can go down to ₹199." */
export const explainLowPrice = ({ planType, pricePaise, floorPaise }: LowPrice): string =>
  `${planType} would cost ${rupees(pricePaise)}, and one owner alone can go down to ${rupees(floorPaise)}`;

async function readPriceFloors(tx: Tx, sharePercent: number, now: Date): Promise<Map<PlanType, Paise>> {
  const measure = await selectPlans(tx, addMinutes(now, -60 * 24 * measureDays));
  return new Map(
    measure.map(({ planType, listPricePaise }) => [
      planType,
      calculateCouponPrice(listPricePaise, { kind: "percent", value: 100 - sharePercent }),
    ]),
  );
}

interface FloorQuery {
  sharePercent: number;
  now: Date;
}

/** The first plan that a coupon brings below its floor, at the list price of now or a planned one; null without one. */
export async function findPriceBelowFloor(
  tx: Tx,
  coupon: Pick<Coupon, "kind" | "value" | "planTypes">,
  { sharePercent, now }: FloorQuery,
): Promise<LowPrice | null> {
  await lockPlanPrices(tx);
  const floors = await readPriceFloors(tx, sharePercent, now);
  const coming = await selectLowestComingPrices(tx, now);
  for (const { planType, listPricePaise } of await selectPlans(tx, now)) {
    if (coupon.planTypes !== null && !coupon.planTypes.includes(planType)) continue;
    const lowest = Math.min(listPricePaise, coming.get(planType) ?? listPricePaise);
    const pricePaise = calculateCouponPrice(lowest, coupon);
    const floorPaise = floors.get(planType) ?? 0;
    if (pricePaise < floorPaise) return { planType, pricePaise, floorPaise };
  }
  return null;
}

/** The same for a list price that is lower than before, with the coupons that can be used at or after its start. */
export async function findListPriceBelowFloor(
  tx: Tx,
  { planType, before, after, startsAt }: { planType: PlanType; before: Paise; after: Paise; startsAt: Date },
  { sharePercent, now }: FloorQuery,
): Promise<LowPrice | null> {
  if (after >= before) return null;
  const floorPaise = (await readPriceFloors(tx, sharePercent, now)).get(planType) ?? 0;
  let pricePaise = after;
  for (const kind of ["percent", "fixed"] as const) {
    const coupon = await findLargestCoupon(tx, { kind, planType, usableAfter: startsAt });
    if (coupon !== null) pricePaise = Math.min(pricePaise, calculateCouponPrice(after, coupon));
  }
  return pricePaise < floorPaise ? { planType, pricePaise, floorPaise } : null;
}
