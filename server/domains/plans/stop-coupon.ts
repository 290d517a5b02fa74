import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../core/errors.ts";
import type { Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { stopCouponByCode } from "./coupon-store.ts";

/** Stops a coupon; orders that hold it are honored. Throws `not_found` if no coupon with this code is active. */
export async function stopCoupon(
  deps: Pick<Deps, "database" | "clock">,
  actor: AuditActor,
  code: string,
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    stopCouponInTransaction(tx, { code, actor, now: deps.clock.now() }),
  );
}

interface CouponStop {
  code: string;
  actor: AuditActor;
  reason?: string;
  now: Date;
}

/** Does the same within the caller's transaction. */
export async function stopCouponInTransaction(
  tx: Tx,
  { code, actor, reason, now }: CouponStop,
): Promise<void> {
  const id = await stopCouponByCode(tx, code, now);
  if (id === null) throw new AppError("not_found", { msg: `No coupon ${code} is running.` });
  const details = { code, ...(reason === undefined ? {} : { reason }) };
  await recordAudit(tx, { actor, action: "coupon.stopped", subject: `coupon:${id}`, details, now });
}
