import type { PlanType } from "@greenroom/contract/plans.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { Coupon, CouponUses, Founding } from "./rules.ts";

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
    planType: row.planType as PlanType,
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

interface CouponUseQuery {
  couponId: string;
  userId: string | null;
  planType: PlanType;
  now: Date;
}

/**
 * Captured payments and active holds. A user's own hold on the same plan does not count: buying the plan
 * again reuses that order (payments/orders/place-order.ts).
 */
export async function countCouponUses(database: Database, question: CouponUseQuery): Promise<CouponUses> {
  const { couponId, userId, planType, now } = question;
  const { rows } = await sql<CouponUses>`
    with uses as (
      select payments.user_id from payments
        join orders on orders.id = payments.order_id
        join quotes on quotes.id = orders.quote_id
        where quotes.coupon_id = ${couponId} and payments.status = 'captured'
      union all
      select orders.user_id from orders
        join quotes on quotes.id = orders.quote_id
        where quotes.coupon_id = ${couponId} and orders.status = 'created' and orders.holds_until > ${now}
          and not (orders.user_id is not distinct from ${userId}::uuid and quotes.plan_type = ${planType})
    )
    select count(*)::int as total, (count(*) filter (where user_id = ${userId}::uuid))::int as by_user from uses`.execute(
    database,
  );
  return rows[0] ?? { total: 0, byUser: 0 };
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
