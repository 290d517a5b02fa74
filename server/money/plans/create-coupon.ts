import { type Approved, auditReason } from "../../kernel/audit/audit-reason.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { insertCoupon, type NewCoupon } from "./coupon-store.ts";
import { checkDiscount } from "./prices/check-price-for-coupons.ts";

type CreatedCoupon = Omit<NewCoupon, "startsAt" | "makers" | "approvedBy">;

interface CouponCreation {
  coupon: CreatedCoupon;
  actor: AuditActor;
  reason?: string;
  /** Set if a second owner approved it. Its maker can use it then. */
  approved?: Approved | undefined;
  now: Date;
}

/** Creates a coupon that is valid from now on, and returns its id. Throws `conflict` if its code exists. */
export async function createCouponInTransaction(
  tx: Tx,
  { coupon, actor, reason, approved, now }: CouponCreation,
): Promise<string> {
  await checkDiscount(tx, coupon, now);
  const makers = typeof actor === "object" && approved === undefined ? [actor.userId] : [];
  const approvedBy = approved?.approvedBy ?? null;
  const id = await insertCoupon(tx, { ...coupon, startsAt: now, makers, approvedBy }, now);
  if (id === null) throw couponExistsError(coupon.code);
  const details = { ...coupon, ...(reason === undefined ? {} : auditReason(reason, approved)) };
  await recordAudit(tx, { actor, action: "coupon.made", subject: `coupon:${id}`, details, now });
  return id;
}

export const couponExistsError = (code: string) =>
  new AppError("conflict", {
    msg: `There is a coupon ${code} already.`,
    details: [{ path: "code", msg: `There is a coupon ${code} already.` }],
  });
