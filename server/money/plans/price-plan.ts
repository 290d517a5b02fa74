import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { type PlanType, planTypes } from "@greenroom/contract/money/plans.ts";
import type { Config } from "../../kernel/config/config.ts";
import type { Database } from "../../kernel/db/database.ts";
import { invalidField } from "../../kernel/errors.ts";
import { readFoundingTerms } from "./prices/founding-terms.ts";
import { type Coupon, calculatePrice, type Founding, findCouponProblem, type Price } from "./rules.ts";
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

export interface PriceQuery {
  /** Null for a visitor. */
  userId: string | null;
  /** Undefined: the launch offer while it is active. Empty: no coupon. Otherwise the typed code. */
  coupon: string | undefined;
  now: Date;
  /** From the settings; founding terms set by an operator replace them. */
  founding: Config["founding"];
  /** Replaces the plan's list price, to preview another price. */
  listPricePaise?: Paise;
}

/**
 * Computes the price that this user would pay for each plan now. All prices are computed here. Throws
 * `invalid_input` at `coupon` if a typed one is unknown, inactive, used up, or not valid for a plan of `wanted`.
 */
export async function pricePlans(
  database: Database,
  { userId, coupon: typed, now, founding: settings, listPricePaise }: PriceQuery,
  wanted: readonly PlanType[] = planTypes,
): Promise<PricedPlan[]> {
  const plans = (await selectPlans(database, now))
    .filter((plan) => wanted.includes(plan.planType))
    .map((plan) => ({ ...plan, listPricePaise: listPricePaise ?? plan.listPricePaise }));
  const coupon = await findRequestedCoupon(database, typed);
  const terms = await readFoundingTerms(database, settings, now);
  const founding: Founding = { ...terms, ...(await readFounding(database, { userId, now })) };
  const priced: PricedPlan[] = [];
  for (const plan of plans) {
    const usable = await findUsableCoupon(database, { coupon, typed, userId, planType: plan.planType, now });
    priced.push({ plan, ...calculatePrice(plan, usable, founding) });
  }
  return priced;
}

/** The same for one plan. */
export async function pricePlan(
  database: Database,
  question: PriceQuery & { planType: PlanType },
): Promise<PricedPlan> {
  const [priced] = await pricePlans(database, question, [question.planType]);
  if (priced === undefined) throw new Error(`the plan ${question.planType} is not in the catalogue`);
  return priced;
}

/** The automatic price, if this user would pay less with it than with the coupon that they typed. */
export async function findCheaperPrice(
  database: Database,
  question: PriceQuery & { planType: PlanType },
  { pricePaise }: Price,
): Promise<Price | null> {
  if (question.coupon === undefined || question.coupon === "") return null;
  const automaticPrice = await pricePlan(database, { ...question, coupon: undefined });
  return automaticPrice.pricePaise < pricePaise ? automaticPrice : null;
}

/** The coupon of a price request. Throws if the typed one does not exist. */
export async function findRequestedCoupon(
  database: Database,
  typed: string | undefined,
): Promise<Coupon | null> {
  if (typed === undefined) return await findLaunchOffer(database);
  if (typed === "") return null;
  const coupon = await findCoupon(database, typed);
  if (coupon === null) throw invalidField("coupon", `${typed} isn't a valid coupon.`);
  return coupon;
}

interface UsableCouponQuery {
  coupon: Coupon | null;
  typed: string | undefined;
  userId: string | null;
  planType: PlanType;
  now: Date;
}

async function findUsableCoupon(database: Database, question: UsableCouponQuery): Promise<Coupon | null> {
  const { coupon, typed, userId, planType, now } = question;
  if (coupon === null) return null;
  const isLimited = coupon.totalLimit !== null || coupon.perUserLimit !== null;
  const uses = isLimited
    ? await countCouponUses(database, { coupon, userId, planType, now })
    : { total: 0, byUser: 0, unpaid: 0 };
  const problem = findCouponProblem(coupon, { userId, planType, uses, now });
  if (problem === null) return coupon;
  // An expired automatic coupon disappears silently, but a typed one needs an error.
  if (typed === undefined) return null;
  throw invalidField("coupon", problem);
}
