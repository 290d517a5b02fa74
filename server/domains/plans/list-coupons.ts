import type { PageQuery } from "@greenroom/contract/core/page.ts";
import type { Database, Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { selectCouponPage, selectCoupons } from "./coupon-store.ts";
import { findCoupon } from "./store.ts";

/** A page of coupons with their uses, newest first. */
export async function listCouponPage(database: Database, page: PageQuery) {
  return await selectCouponPage(database, page);
}

/** Every coupon with the number of payments that used it, newest first. */
export async function listCoupons(deps: Pick<Deps, "database">) {
  return await selectCoupons(deps.database);
}

/** Whether there is a coupon with this code, active or not. */
export async function hasCoupon(tx: Tx, code: string): Promise<boolean> {
  return (await findCoupon(tx, code)) !== null;
}
