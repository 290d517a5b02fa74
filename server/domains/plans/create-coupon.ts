import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../core/errors.ts";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { insertCoupon, type NewCoupon } from "./coupon-store.ts";
import { checkDiscount } from "./prices/check-price-for-coupons.ts";

/** Creates a coupon that is valid from now on. Throws `conflict` if its code exists. */
export async function createCoupon(
  deps: Pick<Deps, "database" | "clock">,
  actor: AuditActor,
  coupon: Omit<NewCoupon, "startsAt">,
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    createCouponInTransaction(tx, { coupon, actor, now: deps.clock.now() }),
  );
}

interface CouponCreation {
  coupon: Omit<NewCoupon, "startsAt">;
  actor: AuditActor;
  reason?: string;
  now: Date;
}

/** Does the same within the caller's transaction, and returns the coupon's id. */
export async function createCouponInTransaction(
  tx: Tx,
  { coupon, actor, reason, now }: CouponCreation,
): Promise<string> {
  await checkDiscount(tx, coupon, now);
  const id = await insertCoupon(tx, { ...coupon, startsAt: now }, now);
  if (id === null) throw couponExistsError(coupon.code);
  const details = { ...coupon, ...(reason === undefined ? {} : { reason }) };
  await recordAudit(tx, { actor, action: "coupon.made", subject: `coupon:${id}`, details, now });
  return id;
}

export const couponExistsError = (code: string) =>
  new AppError("conflict", {
    msg: `There is a coupon ${code} already.`,
    details: [{ path: "code", msg: `There is a coupon ${code} already.` }],
  });
