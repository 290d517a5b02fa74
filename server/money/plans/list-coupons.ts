import type { PageQuery } from "@greenroom/contract/kernel/page.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { selectCouponPage } from "./coupon-store.ts";
import { findCoupon } from "./store.ts";

/** A page of coupons with their uses, newest first. */
export async function listCouponPage(database: Database, page: PageQuery) {
  return await selectCouponPage(database, page);
}

/** Whether there is a coupon with this code, active or not. */
export async function hasCoupon(tx: Tx, code: string): Promise<boolean> {
  return (await findCoupon(tx, code)) !== null;
}
