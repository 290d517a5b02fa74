import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { type AuditActor, recordAudit } from "../operator/record-audit.ts";
import { insertCoupon, type NewCoupon, selectCoupons, stopCouponByCode } from "./coupon-store.ts";

type CouponDeps = Pick<Deps, "database" | "clock">;

/** Makes a coupon that counts from now on. Throws `conflict` when its code was given before. */
export async function makeCoupon(
  deps: CouponDeps,
  actor: AuditActor,
  coupon: Omit<NewCoupon, "startsAt">,
): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const id = await insertCoupon(tx, { ...coupon, startsAt: now }, now);
    if (id === null) throw new AppError("conflict", { msg: `There is a coupon ${coupon.code} already.` });
    const details = { ...coupon };
    await recordAudit(tx, { actor, action: "coupon.made", subject: `coupon:${id}`, details, now });
  });
}

/** Stops a coupon; orders that hold it are honoured. Throws `not_found` when no coupon of this code is running. */
export async function stopCoupon(deps: CouponDeps, actor: AuditActor, code: string): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.database, async (tx) => {
    const id = await stopCouponByCode(tx, code, now);
    if (id === null) throw new AppError("not_found", { msg: `No coupon ${code} is running.` });
    await recordAudit(tx, {
      actor,
      action: "coupon.stopped",
      subject: `coupon:${id}`,
      details: { code },
      now,
    });
  });
}

/** Every coupon with how often it was paid with, newest first. */
export async function listCoupons(deps: Pick<Deps, "database">) {
  return await selectCoupons(deps.database);
}
