import { sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import type { Coupon } from "./rules.ts";

export type NewCoupon = Pick<
  Coupon,
  "code" | "kind" | "value" | "planTypes" | "startsAt" | "endsAt" | "totalLimit" | "perUserLimit"
>;

/** Writes a coupon; null when its code was given before. */
export async function insertCoupon(tx: Tx, coupon: NewCoupon, now: Date): Promise<string | null> {
  const row = await tx
    .insertInto("coupons")
    .values({ id: newId(), ...coupon, createdAt: now })
    .onConflict((conflict) => conflict.column("code").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Stops a coupon from now on; its id, or null when no coupon of this code is running. */
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

/** Every coupon with how often it was paid with, newest first. */
export async function selectCoupons(database: Database) {
  return await database
    .selectFrom("coupons")
    .selectAll("coupons")
    .select((eb) =>
      eb
        .selectFrom("payments")
        .innerJoin("orders", "orders.id", "payments.orderId")
        .innerJoin("quotes", "quotes.id", "orders.quoteId")
        .whereRef("quotes.couponId", "=", "coupons.id")
        .where("payments.status", "=", "captured")
        .select(sql<number>`count(*)::int`.as("uses"))
        .as("uses"),
    )
    .orderBy("coupons.createdAt", "desc")
    .execute();
}
