import type { Tx } from "../../db/database.ts";
import { findCoupon } from "./store.ts";

/** Whether there is a coupon with this code, active or not. */
export async function hasCoupon(tx: Tx, code: string): Promise<boolean> {
  return (await findCoupon(tx, code)) !== null;
}
