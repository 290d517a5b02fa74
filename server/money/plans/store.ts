import { maxCountedUses } from "@greenroom/contract/desk/money/prices.ts";
import type { PageQuery } from "@greenroom/contract/kernel/endpoint.ts";
import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/read-lists.ts";
import { newId } from "../../kernel/ids.ts";
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

export type NewCoupon = Pick<
  Coupon,
  | "code"
  | "kind"
  | "value"
  | "planTypes"
  | "startsAt"
  | "endsAt"
  | "totalLimit"
  | "perUserLimit"
  | "makers"
  | "approvedBy"
>;

/** Inserts a coupon; null if its code exists. */
export async function insertCoupon(tx: Tx, coupon: NewCoupon, now: Date): Promise<string | null> {
  const row = await tx
    .insertInto("coupons")
    .values({ id: newId(), ...coupon, createdAt: now })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stops a coupon from now on. Returns its id, or null if no coupon with this code is active. */
export async function stopCouponByCode(tx: Tx, code: string, now: Date): Promise<string | null> {
  const row = await tx
    .updateTable("coupons")
    .set({ stoppedAt: now })
    .where("code", "=", code)
    .where("stoppedAt", "is", null)
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Makes a stopped coupon usable again. Rejects with `coupons_one_launch_offer` if another launch offer has begun since. */
export async function resumeCouponById(tx: Tx, id: string, makers: readonly string[]): Promise<void> {
  await tx
    .updateTable("coupons")
    .set({ stoppedAt: null, makers: [...makers] })
    .where("id", "=", id)
    .execute();
}

/** The coupon of a kind that takes most off a plan and can be used after this instant; null without one. */
export async function findLargestCoupon(
  tx: Tx,
  { kind, planType, usableAfter }: { kind: Coupon["kind"]; planType: PlanType; usableAfter: Date },
): Promise<Pick<Coupon, "code" | "kind" | "value"> | null> {
  const row = await tx
    .selectFrom("coupons")
    .select(["code", "kind", "value"])
    .where("kind", "=", kind)
    .where("stoppedAt", "is", null)
    .where((eb) => eb.or([eb("endsAt", "is", null), eb("endsAt", ">", usableAfter)]))
    .where((eb) => eb.or([eb("planTypes", "is", null), sql<boolean>`${planType} = any(plan_types)`]))
    .orderBy("value", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a launch offer is running besides this coupon. */
export async function hasOtherLaunchOffer(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom("coupons")
    .select("id")
    .where("isLaunchOffer", "=", true)
    .where("stoppedAt", "is", null)
    .where("id", "<>", id)
    .executeTakeFirst();
  return row !== undefined;
}

const newestFirst = orderBy("desc", ["instant", "coupon.createdAt"], ["id", "coupon.id"]);

/** A page of coupons, newest first, each with its uses, counted up to a limit. */
export function selectCouponPage(database: Database, page: PageQuery) {
  const query = database
    .selectFrom("coupons as coupon")
    .selectAll("coupon")
    .select(
      sql<number>`(select count(*)::int from (
        select from quotes join orders on orders.quote_id = quotes.id
          join payments on payments.order_id = orders.id and payments.status = 'captured'
          where quotes.coupon_id = coupon.id limit ${maxCountedUses}) counted)`.as("uses"),
    );
  return readPage(query, newestFirst, page);
}

export async function lockCouponById(tx: Tx, id: string): Promise<Coupon | null> {
  const row = await tx
    .selectFrom("coupons")
    .selectAll()
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row === undefined ? null : { ...row, kind: row.kind === "percent" ? "percent" : "fixed" };
}

/* Stores list prices and founding terms with their start. */

const shownVersions = 20;

export interface FoundingTerms {
  places: number;
  discountPaise: Paise;
}

/** The current founding terms; null while no version has started and the settings apply. */
export async function findFoundingTerms(database: Database | Tx, now: Date): Promise<FoundingTerms | null> {
  const row = await database
    .selectFrom("foundingTerms")
    .select(["places", "discountPaise"])
    .where("withdrawnAt", "is", null)
    .where("startsAt", "<=", now)
    .orderBy("startsAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The version that applies now; null while none has started. `planType` null means founding places. */
export async function findCurrentVersionId(
  tx: Tx,
  planType: PlanType | null,
  now: Date,
): Promise<string | null> {
  const versions =
    planType === null
      ? sql`select id, starts_at from founding_terms where withdrawn_at is null`
      : sql`select id, starts_at from plan_prices where withdrawn_at is null and plan_type = ${planType}`;
  const { rows } = await sql<{ id: string }>`
    ${versions} and starts_at <= ${now} order by starts_at desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The lowest list price of each plan among the versions that have not started. */
export async function selectLowestComingPrices(tx: Tx, now: Date): Promise<Map<string, Paise>> {
  const rows = await tx
    .selectFrom("planPrices")
    .select((eb) => ["planType", eb.fn.min("listPricePaise").as("lowest")])
    .where("withdrawnAt", "is", null)
    .where("startsAt", ">", now)
    .groupBy("planType")
    .execute();
  return new Map(rows.map(({ planType, lowest }) => [planType, lowest]));
}

export async function selectPriceVersions(database: Database | Tx, planType: PlanType) {
  return await database
    .selectFrom("planPrices")
    .selectAll()
    .where("planType", "=", planType)
    .orderBy("startsAt", "desc")
    .limit(shownVersions)
    .execute();
}

export async function selectFoundingVersions(database: Database | Tx) {
  return await database
    .selectFrom("foundingTerms")
    .selectAll()
    .orderBy("startsAt", "desc")
    .limit(shownVersions)
    .execute();
}

interface NewVersion {
  startsAt: Date;
  createdAt: Date;
}

/** Null if the plan has a version with this start. */
export async function insertPriceVersion(
  tx: Tx,
  version: NewVersion & { planType: PlanType; listPricePaise: Paise },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into plan_prices (id, plan_type, list_price_paise, starts_at, created_at)
    values (${newId()}, ${version.planType}, ${version.listPricePaise}, ${version.startsAt}, ${version.createdAt})
    on conflict (plan_type, starts_at) where withdrawn_at is null do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Null if a version with this start exists. */
export async function insertFoundingVersion(
  tx: Tx,
  version: NewVersion & FoundingTerms,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into founding_terms (id, places, discount_paise, starts_at, created_at)
    values (${newId()}, ${version.places}, ${version.discountPaise}, ${version.startsAt}, ${version.createdAt})
    on conflict (starts_at) where withdrawn_at is null do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** A version of either kind, locked for this transaction; null if it does not exist. */
export async function lockVersion(tx: Tx, id: string) {
  const price = await tx
    .selectFrom("planPrices")
    .select(["startsAt", "withdrawnAt", "planType", "listPricePaise"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (price !== undefined) return { table: "planPrices" as const, ...price };
  const terms = await tx
    .selectFrom("foundingTerms")
    .select(["startsAt", "withdrawnAt", "places", "discountPaise"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return terms === undefined ? null : { table: "foundingTerms" as const, ...terms };
}

export async function markWithdrawn(
  tx: Tx,
  { table, id, now }: { table: "planPrices" | "foundingTerms"; id: string; now: Date },
): Promise<void> {
  await tx.updateTable(table).set({ withdrawnAt: now }).where("id", "=", id).execute();
}
