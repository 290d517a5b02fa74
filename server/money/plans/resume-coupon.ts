import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { hasOtherLaunchOffer, lockCouponById, resumeCouponById } from "./coupon-store.ts";
import { checkDiscount } from "./prices/check-price-for-coupons.ts";
import type { Coupon } from "./rules.ts";

/** A coupon, locked until the transaction ends; null if it does not exist. */
export async function lockCoupon(tx: Tx, id: string): Promise<Coupon | null> {
  return await lockCouponById(tx, id);
}

/**
 * Checks that a stopped coupon can be used again now. Throws `conflict` for a coupon that is not stopped or has ended,
 * and for a launch offer beside another one; `invalid_input` when the prices since leave no room for its discount.
 */
export async function checkResumable(tx: Tx, coupon: Coupon, now: Date): Promise<void> {
  const refuse = (msg: string) => new AppError("conflict", { msg });
  if (coupon.stoppedAt === null) throw refuse(`The coupon ${coupon.code} is not stopped.`);
  if (coupon.endsAt !== null && coupon.endsAt <= now)
    throw refuse(`The coupon ${coupon.code} has ended. Make a new one.`);
  if (coupon.isLaunchOffer && (await hasOtherLaunchOffer(tx, coupon.id)))
    throw refuse("Another launch offer is running. Stop that one first.");
  await checkDiscount(tx, coupon, now);
}

interface CouponResumption {
  coupon: Coupon;
  actor: AuditActor;
  reason: string;
  now: Date;
}

/** Makes a stopped coupon, locked by the caller, usable again. Throws as `checkResumable` does. */
export async function resumeCouponInTransaction(
  tx: Tx,
  { coupon, actor, reason, now }: CouponResumption,
): Promise<void> {
  await checkResumable(tx, coupon, now);
  // Everybody gets the launch offer, also who resumed it.
  const isMine = typeof actor === "object" && !coupon.isLaunchOffer && !coupon.makers.includes(actor.userId);
  await resumeCouponById(tx, coupon.id, isMine ? [...coupon.makers, actor.userId] : coupon.makers);
  const details = { code: coupon.code, reason };
  await recordAudit(tx, { actor, action: "coupon.resumed", subject: `coupon:${coupon.id}`, details, now });
}
