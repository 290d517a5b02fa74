import { type Paise, rupeesFromPaise } from "@greenroom/contract/kernel/money.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import {
  type Plan,
  type PlanType,
  type PriceLine,
  planTypes,
  type Quote,
} from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import type { Config } from "../../kernel/config/config.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { QuoteLine } from "../../kernel/db/stored-json.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { invalidField } from "../../kernel/errors.ts";
import {
  becomesFoundingMember,
  type Coupon,
  type CouponUses,
  calculatePrice,
  type DiscountLimit,
  type Founding,
  findBrokenLimits,
  findCouponProblem,
  foundingPlan,
  type Price,
  payableHours,
} from "./rules.ts";

/** The plans with the prices that this user, or a visitor (null), would pay now. */
export async function listPlans(
  deps: Pick<Deps, "database" | "clock" | "config">,
  actor: Actor | null,
): Promise<Plan[]> {
  const priced = await pricePlans(deps.database, {
    userId: actor?.userId ?? null,
    coupon: undefined,
    now: deps.clock.now(),
    founding: deps.config.founding,
  });
  return priced.map(presentPlan);
}

/** The price that this user would pay for a plan now. Writes and reserves nothing, because only an order does. */
export async function quotePlan(
  deps: Pick<Deps, "database" | "clock" | "config">,
  actor: Actor,
  { planType, coupon }: { planType: PlanType; coupon?: string | undefined },
): Promise<Quote> {
  const { database, clock, config } = deps;
  const question = { userId: actor.userId, planType, coupon, now: clock.now(), founding: config.founding };
  const priced = await pricePlan(database, question);
  return presentQuote(priced, await findCheaperPrice(database, question, priced));
}

/** The plans in the order of their cards, each with its current list price. */
export async function selectPlans(database: Database | Tx, now: Date) {
  const rows = await database
    .selectFrom("plans")
    .selectAll("plans")
    .select((from) =>
      from
        .selectFrom("planPrices as price")
        .select("price.listPricePaise")
        .whereRef("price.planType", "=", "plans.planType")
        .where("price.withdrawnAt", "is", null)
        .where("price.startsAt", "<=", now)
        .orderBy("price.startsAt", "desc")
        .limit(1)
        .as("newerPricePaise"),
    )
    .orderBy("position")
    .execute();
  return rows.map(({ newerPricePaise, ...row }) => ({
    ...row,
    listPricePaise: newerPricePaise ?? row.listPricePaise,
  }));
}
type PlanRow = Awaited<ReturnType<typeof selectPlans>>[number];

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
  const coupons = database.selectFrom("coupons").selectAll();
  if (typed === undefined) {
    const offer = coupons.where("isLaunchOffer", "=", true).where("stoppedAt", "is", null);
    return (await offer.executeTakeFirst()) ?? null;
  }
  if (typed === "") return null;
  const coupon = await coupons.where("code", "=", typed).executeTakeFirst();
  if (coupon === undefined) throw invalidField("coupon", `${typed} isn't a valid coupon.`);
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
  const uses = isLimited(coupon)
    ? await countCouponUses(database, { coupon, userId, planType, now })
    : { total: 0, byUser: 0, unpaid: 0 };
  const problem = findCouponProblem(coupon, { userId, planType, uses, now });
  if (problem === null) return coupon;
  // An expired automatic coupon disappears silently, but a typed one needs an error.
  if (typed === undefined) return null;
  throw invalidField("coupon", problem);
}

async function findCouponById(tx: Tx, id: string | null): Promise<Coupon | null> {
  return (await tx.selectFrom("coupons").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

const isLimited = (coupon: Coupon | null): coupon is Coupon =>
  coupon !== null && (coupon.totalLimit !== null || coupon.perUserLimit !== null);

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
  await lockUses(tx, { planType, coupon: await findCouponById(tx, couponId) }, []);
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
  await lockSubjects(tx, [
    ...subjects,
    ...(planType === foundingPlan ? [foundingPlaces] : []),
    ...(isLimited(coupon) ? [`coupon:${coupon.id}`] : []),
  ]);
}

export interface FoundingTerms {
  places: number;
  discountPaise: Paise;
}

/** Founding places and discount at an instant; those of the settings while no version has started. */
export async function readFoundingTerms(
  database: Database | Tx,
  settings: Config["founding"],
  now: Date,
): Promise<FoundingTerms> {
  const row = await database
    .selectFrom("foundingTerms")
    .select(["places", "discountPaise"])
    .where("withdrawnAt", "is", null)
    .where("startsAt", "<=", now)
    .orderBy("startsAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? settings;
}

/** The same, with the number of places that are taken or held. */
export async function readFoundingPlaces(database: Database | Tx, settings: Config["founding"], now: Date) {
  const terms = await readFoundingTerms(database, settings, now);
  const { taken } = await readFounding(database, { userId: null, now });
  return { ...terms, taken };
}

interface Purchase {
  userId: string;
  paymentId: string;
  planType: string;
  /** True if the quote included the founding discount. */
  isFounding: boolean;
  now: Date;
}

/**
 * Makes the buyer of the founding plan a founding member while places are left; once per user. The caller has locked
 * the places (`lockOrderedPrice`).
 */
export async function admitFoundingMember(
  tx: Tx,
  settings: Config["founding"],
  { userId, paymentId, planType, isFounding, now }: Purchase,
): Promise<void> {
  if (planType !== foundingPlan) return;
  const { places } = await readFoundingTerms(tx, settings, now);
  const { taken, isMember } = await readFounding(tx, { userId, now });
  if (!becomesFoundingMember({ planType, isFounding }, { places, taken, isMember })) return;
  await tx.insertInto("foundingMembers").values({ userId, paymentId, joinedAt: now }).execute();
}

interface PaidOrder {
  userId: string;
  couponId: string | null;
  isFounding: boolean;
}

/**
 * The limits of its discounts that an order broke whose payment was stored in this transaction, and the coupon's code.
 * An order can be paid long after its hold, when another one has used the discount. The caller has locked the uses
 * (`lockOrderedPrice`).
 */
export async function findDiscountsUsedAgain(
  tx: Tx,
  { userId, couponId, isFounding }: PaidOrder,
): Promise<{ discounts: DiscountLimit[]; coupon: string | null }> {
  const coupon = await findCouponById(tx, couponId);
  const limited = isLimited(coupon) ? coupon : null;
  if (limited === null && !isFounding) return { discounts: [], coupon: null };
  const uses = await countCapturedUses(tx, { userId, coupon: limited, isFounding });
  return { discounts: findBrokenLimits(uses, limited), coupon: limited?.code ?? null };
}

interface CouponUseQuery {
  coupon: Pick<Coupon, "id" | "totalLimit">;
  userId: string | null;
  planType: PlanType;
  now: Date;
}

/** Captured payments with a coupon, counted up to a limit; 0 without one. */
const paidUses = (couponId: string, limit: number | null) => sql`
  (select count(*) from (select from quotes
    join orders on orders.quote_id = quotes.id
    join payments on payments.order_id = orders.id and payments.status = 'captured'
    where quotes.coupon_id = ${couponId} limit ${limit ?? 0}) paid)`;

/** The same of one person. */
const paidUsesBy = (couponId: string, userId: string | null) => sql`
  (select count(*) from payments
    join orders on orders.id = payments.order_id
    join quotes on quotes.id = orders.quote_id
    where payments.user_id = ${userId}::uuid and payments.status = 'captured' and quotes.coupon_id = ${couponId})`;

/**
 * Captured payments, active holds of others, and a user's own orders that can still be paid. The own order of the same
 * plan does not count: buying the plan again continues with it (placeOrder).
 */
async function countCouponUses(
  database: Database,
  { coupon: { id, totalLimit }, userId, planType, now }: CouponUseQuery,
): Promise<CouponUses> {
  const { rows } = await sql<CouponUses>`
    select ${paidUsesBy(id, userId)}::int as by_user,
      (${paidUses(id, totalLimit)} + (
        select count(*) from orders join quotes on quotes.id = orders.quote_id
          where quotes.coupon_id = ${id} and orders.status = 'created' and orders.holds_until > ${now}
            and orders.user_id is distinct from ${userId}::uuid
      ))::int as total,
      (select count(*) from orders join quotes on quotes.id = orders.quote_id
        where orders.user_id = ${userId}::uuid and orders.status = 'created'
          and quotes.coupon_id = ${id} and quotes.plan_type <> ${planType}
          and (orders.holds_until > ${now} or (
            orders.provider_order_id is not null and orders.given_up_at is null
            and orders.holds_until > ${addMinutes(now, -60 * payableHours)}
          )))::int as unpaid`.execute(database);
  return rows[0] ?? { total: 0, byUser: 0, unpaid: 0 };
}

interface PaidPrice {
  userId: string;
  coupon: Pick<Coupon, "id" | "totalLimit"> | null;
  isFounding: boolean;
}

/** The captured payments that used the discounts of a paid order, with its own payment; 0 for a discount it has not. */
async function countCapturedUses(tx: Tx, { userId, coupon, isFounding }: PaidPrice) {
  const limit = coupon === null || coupon.totalLimit === null ? null : coupon.totalLimit + 1;
  const { rows } = await sql<{ founding: number; byUser: number; total: number }>`
    select
      (select count(*) from payments
        join orders on orders.id = payments.order_id
        join quotes on quotes.id = orders.quote_id
        where ${isFounding} and payments.user_id = ${userId} and payments.status = 'captured' and quotes.is_founding
      )::int as founding,
      ${coupon === null ? sql`0` : paidUsesBy(coupon.id, userId)}::int as by_user,
      ${coupon === null ? sql`0` : paidUses(coupon.id, limit)}::int as total`.execute(tx);
  return rows[0] ?? { founding: 0, byUser: 0, total: 0 };
}

type FoundingState = Pick<Founding, "taken" | "hasHad"> & { isMember: boolean };

/** Founding places for this user: members and active holds of others, and whether this user has had theirs. */
async function readFounding(
  database: Database,
  { userId, now }: { userId: string | null; now: Date },
): Promise<FoundingState> {
  const { rows } = await sql<FoundingState>`
    select
      ((select count(*) from founding_members) + (
        select count(distinct orders.user_id) from orders
          join quotes on quotes.id = orders.quote_id
          where orders.status = 'created' and orders.holds_until > ${now}
            and quotes.is_founding and orders.user_id is distinct from ${userId}::uuid
            and not exists (select 1 from founding_members member where member.user_id = orders.user_id)
      ))::int as taken,
      exists (select 1 from founding_members where user_id = ${userId}::uuid) as is_member,
      (exists (select 1 from founding_members where user_id = ${userId}::uuid) or exists (
        select 1 from payments
          join orders on orders.id = payments.order_id
          join quotes on quotes.id = orders.quote_id
          where payments.user_id = ${userId}::uuid and quotes.is_founding
      )) as has_had`.execute(database);
  return rows[0] ?? { taken: 0, hasHad: false, isMember: false };
}

/** The parts of a price in rupees, as the API returns them. */
export function presentLines(lines: readonly QuoteLine[]): PriceLine[] {
  return lines.map(({ label, kind, amountPaise }) => ({ label, kind, amount: rupeesFromPaise(amountPaise) }));
}

/** `cheaper`: the automatic price, if it is lower. */
export function presentQuote(
  { plan, listPricePaise, lines, coupon, pricePaise }: PricedPlan,
  cheaper: Price | null = null,
): Quote {
  return {
    planType: plan.planType,
    listPrice: rupeesFromPaise(listPricePaise),
    lines: presentLines(lines),
    coupon: coupon?.code ?? null,
    newPrice: rupeesFromPaise(pricePaise),
    amount: rupeesFromPaise(pricePaise),
    ...(cheaper?.coupon
      ? { cheaper: { coupon: cheaper.coupon.code, newPrice: rupeesFromPaise(cheaper.pricePaise) } }
      : {}),
  };
}

/** A plan's card. */
export function presentPlan(priced: PricedPlan): Plan {
  const { plan } = priced;
  const { planType, listPrice, lines, coupon, newPrice, amount } = presentQuote(priced);
  return {
    planType,
    title: planType,
    sessions: plan.sessions,
    features: plan.features,
    highlight: plan.isHighlighted,
    listPrice,
    lines,
    coupon,
    newPrice,
    amount,
    pricePerSession: Math.round(newPrice / plan.sessions),
  };
}
