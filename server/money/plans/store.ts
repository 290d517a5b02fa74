import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { type Coupon, type CouponUses, type Founding, payableHours } from "./rules.ts";

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
    planType: row.planType,
  }));
}
export type PlanRow = Awaited<ReturnType<typeof selectPlans>>[number];

export async function findCoupon(database: Database, code: string): Promise<Coupon | null> {
  const row = await database.selectFrom("coupons").selectAll().where("code", "=", code).executeTakeFirst();
  return row ?? null;
}

/** The automatic coupon, whether or not it is active now. */
export async function findLaunchOffer(database: Database): Promise<Coupon | null> {
  const row = await database
    .selectFrom("coupons")
    .selectAll()
    .where("isLaunchOffer", "=", true)
    .where("stoppedAt", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

export async function findCouponById(database: Database, id: string): Promise<Coupon | null> {
  const row = await database.selectFrom("coupons").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
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
 * plan does not count: buying the plan again continues with it (payments/orders/place-order.ts).
 */
export async function countCouponUses(
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
export async function countCapturedUses(tx: Tx, { userId, coupon, isFounding }: PaidPrice) {
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

export type FoundingState = Pick<Founding, "taken" | "hasHad"> & { isMember: boolean };

/** Founding places for this user: members and active holds of others, and whether this user has had theirs. */
export async function readFounding(
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

export async function insertFoundingMember(
  tx: Tx,
  member: { userId: string; paymentId: string; joinedAt: Date },
): Promise<void> {
  await tx.insertInto("foundingMembers").values(member).execute();
}
