import type { PageQuery } from "@greenroom/contract/core/page.ts";
import { type AuditActor, recordAudit } from "../../audit/record-audit.ts";
import { AppError } from "../../core/errors.ts";
import type { Database, Tx } from "../../db/database.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import {
  hasOtherLaunchOffer,
  insertCoupon,
  lockCouponById,
  type NewCoupon,
  reactivateCouponById,
  selectCouponPage,
  selectCoupons,
  stopCouponByCode,
} from "./coupon-store.ts";
import { checkDiscount } from "./prices/check-price-for-coupons.ts";
import type { Coupon } from "./rules.ts";

type CouponDeps = Pick<Deps, "database" | "clock">;

/** Creates a coupon that is valid from now on. Throws `conflict` if its code exists. */
export async function createCoupon(
  deps: CouponDeps,
  actor: AuditActor,
  coupon: Omit<NewCoupon, "startsAt">,
): Promise<void> {
  await inTransaction(deps.database, (tx) =>
    createInTransaction(tx, { coupon, actor, now: deps.clock.now() }),
  );
}

interface CouponCreation {
  coupon: Omit<NewCoupon, "startsAt">;
  actor: AuditActor;
  reason?: string;
  now: Date;
}

/** Does the same within the caller's transaction, and returns the coupon's id. */
export async function createInTransaction(
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

/** Stops a coupon; orders that hold it are honored. Throws `not_found` if no coupon with this code is active. */
export async function stopCoupon(deps: CouponDeps, actor: AuditActor, code: string): Promise<void> {
  await inTransaction(deps.database, (tx) => stopInTransaction(tx, { code, actor, now: deps.clock.now() }));
}

interface CouponStop {
  code: string;
  actor: AuditActor;
  reason?: string;
  now: Date;
}

/** Does the same within the caller's transaction. */
export async function stopInTransaction(tx: Tx, { code, actor, reason, now }: CouponStop): Promise<void> {
  const id = await stopCouponByCode(tx, code, now);
  if (id === null) throw new AppError("not_found", { msg: `No coupon ${code} is running.` });
  const details = { code, ...(reason === undefined ? {} : { reason }) };
  await recordAudit(tx, { actor, action: "coupon.stopped", subject: `coupon:${id}`, details, now });
}

/**
 * Checks that a stopped coupon can be used again now. Throws `conflict` for a coupon that is not stopped or has ended,
 * and for a launch offer beside another one; `invalid_input` when the prices since leave no room for its discount.
 */
export async function checkReactivation(tx: Tx, coupon: Coupon, now: Date): Promise<void> {
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

/** Makes a stopped coupon, locked by the caller, usable again. Throws as `checkReactivation` does. */
export async function resumeInTransaction(
  tx: Tx,
  { coupon, actor, reason, now }: CouponResumption,
): Promise<void> {
  await checkReactivation(tx, coupon, now);
  await reactivateCouponById(tx, coupon.id);
  const details = { code: coupon.code, reason };
  await recordAudit(tx, { actor, action: "coupon.resumed", subject: `coupon:${coupon.id}`, details, now });
}

/** A coupon, locked until the transaction ends; null if it does not exist. */
export async function lockCoupon(tx: Tx, id: string): Promise<Coupon | null> {
  return await lockCouponById(tx, id);
}

/** A page of coupons with their uses, newest first. */
export async function listCouponPage(database: Database, page: PageQuery) {
  return await selectCouponPage(database, page);
}

/** Every coupon with the number of payments that used it, newest first. */
export async function listCoupons(deps: Pick<Deps, "database">) {
  return await selectCoupons(deps.database);
}
