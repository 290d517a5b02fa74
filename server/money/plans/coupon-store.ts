import { maxCountedUses } from "@greenroom/contract/desk/money/prices.ts";
import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { orderBy, readPage } from "../../kernel/db/keyset.ts";
import { newId } from "../../kernel/ids.ts";
import type { Coupon } from "./rules.ts";

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
