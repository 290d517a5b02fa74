import { type PlanType, planTypes } from "@greenroom/contract/plans.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../db/database.ts";
import { invalidField } from "../../http/errors.ts";
import { type Coupon, couponProblem, type Founding, type Price, priceOf } from "./rules.ts";
import {
  countCouponUses,
  findCoupon,
  findLaunchOffer,
  type PlanRow,
  readFounding,
  selectPlans,
} from "./store.ts";

export interface PricedPlan extends Price {
  plan: PlanRow;
}

export interface PriceQuestion {
  /** Null: a visitor. */
  userId: string | null;
  /** Undefined: the launch offer while it is active; empty: none; else what somebody typed. */
  coupon: string | undefined;
  now: Date;
  founding: Config["founding"];
}

/**
 * What this person would pay for each plan now: the one place where prices are made. Throws `invalid_input` at
 * `coupon` when a typed one is unknown, not active, used up, or not for a plan of `wanted`.
 */
export async function pricePlans(
  database: Database,
  { userId, coupon: typed, now, founding: settings }: PriceQuestion,
  wanted: readonly PlanType[] = planTypes,
): Promise<PricedPlan[]> {
  const plans = (await selectPlans(database)).filter((plan) => wanted.includes(plan.planType));
  const coupon = await findWantedCoupon(database, typed);
  const founding: Founding = { ...settings, ...(await readFounding(database, { userId, now })) };
  const priced: PricedPlan[] = [];
  for (const plan of plans) {
    const usable = await usableCoupon(database, { coupon, typed, userId, planType: plan.planType, now });
    priced.push({ plan, ...priceOf(plan, usable, founding) });
  }
  return priced;
}

/** The same for one plan. */
export async function pricePlan(
  database: Database,
  question: PriceQuestion & { planType: PlanType },
): Promise<PricedPlan> {
  const [priced] = await pricePlans(database, question, [question.planType]);
  if (priced === undefined) throw new Error(`the plan ${question.planType} is not in the catalogue`);
  return priced;
}

/** What applies by itself, when this person would pay less with it than with the coupon that they typed. */
export async function findCheaper(
  database: Database,
  question: PriceQuestion & { planType: PlanType },
  { pricePaise }: Price,
): Promise<Price | null> {
  if (question.coupon === undefined || question.coupon === "") return null;
  const byItself = await pricePlan(database, { ...question, coupon: undefined });
  return byItself.pricePaise < pricePaise ? byItself : null;
}

/** The coupon that a price is asked with. Throws when somebody typed one that does not exist. */
export async function findWantedCoupon(
  database: Database,
  typed: string | undefined,
): Promise<Coupon | null> {
  if (typed === undefined) return await findLaunchOffer(database);
  if (typed === "") return null;
  const coupon = await findCoupon(database, typed);
  if (coupon === null) throw invalidField("coupon", `We do not know the coupon ${typed}.`);
  return coupon;
}

interface UsableQuestion {
  coupon: Coupon | null;
  typed: string | undefined;
  userId: string | null;
  planType: PlanType;
  now: Date;
}

async function usableCoupon(database: Database, question: UsableQuestion): Promise<Coupon | null> {
  const { coupon, typed, userId, planType, now } = question;
  if (coupon === null) return null;
  const isLimited = coupon.totalLimit !== null || coupon.perUserLimit !== null;
  const uses = isLimited
    ? await countCouponUses(database, { couponId: coupon.id, userId, planType, now })
    : { total: 0, byUser: 0 };
  const problem = couponProblem(coupon, { planType, uses, now });
  if (problem === null) return coupon;
  // What applies by itself goes away by itself; what was typed is answered.
  if (typed === undefined) return null;
  throw invalidField("coupon", problem);
}
