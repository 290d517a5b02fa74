import { type AuditActor, recordAudit } from "../../kernel/audit/record-audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { AppError } from "../../kernel/errors.ts";
import { stopCouponByCode } from "./coupon-store.ts";

interface CouponStop {
  code: string;
  actor: AuditActor;
  reason?: string;
  now: Date;
}

/** Stops a coupon; orders that hold it are honored. Throws `not_found` if no coupon with this code is active. */
export async function stopCouponInTransaction(
  tx: Tx,
  { code, actor, reason, now }: CouponStop,
): Promise<void> {
  const id = await stopCouponByCode(tx, code, now);
  if (id === null) throw new AppError("not_found", { msg: `No coupon ${code} is running.` });
  const details = { code, ...(reason === undefined ? {} : { reason }) };
  await recordAudit(tx, { actor, action: "coupon.stopped", subject: `coupon:${id}`, details, now });
}
