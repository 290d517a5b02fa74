import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { checkPriceForCoupons, lockPlanPrices } from "./coupons.ts";
import { lockFoundingPlaces } from "./pricing.ts";
import {
  type FoundingTerms,
  findCurrentVersionId,
  insertFoundingVersion,
  insertPriceVersion,
  lockVersion,
  markWithdrawn,
  selectFoundingVersions,
  selectPriceVersions,
} from "./store.ts";

interface Change {
  startsAt: Date;
  reason: string;
  actor: AuditActor;
  /** Set if it needed a second owner. */
  approved?: Approved | undefined;
  now: Date;
}

/** Throws `invalid_input` for a start in the past. */
export function checkStart(startsAt: Date, now: Date): void {
  if (startsAt < now) throw invalidField("startsAt", "The start has passed already.");
}

/**
 * For an undo: throws `conflict` unless this version is the current one, which the caller has locked. `planType` null
 * means founding places.
 */
export async function checkIsCurrent(
  tx: Tx,
  { id, planType, now }: { id: string; planType: PlanType | null; now: Date },
): Promise<void> {
  if ((await findCurrentVersionId(tx, planType, now)) === id) return;
  throw new AppError("conflict", { msg: "This was changed again since. Look at the versions." });
}

const sameStartError = () =>
  new AppError("conflict", { msg: "Another version starts at this moment. Choose another start." });

/**
 * Sets a plan's list price from an instant on and returns the version's id. Quotes and orders keep their price. Throws
 * `conflict` if another version starts at the same instant, and `invalid_input` as `checkPriceForCoupons` does.
 */
export async function setListPrice(
  tx: Tx,
  {
    planType,
    listPricePaise,
    startsAt,
    reason,
    actor,
    approved,
    now,
  }: Change & { planType: PlanType; listPricePaise: Paise },
): Promise<string> {
  checkStart(startsAt, now);
  await lockPlanPrices(tx, [planType]);
  await checkPriceForCoupons(tx, { planType, listPricePaise, startsAt });
  const id = await insertPriceVersion(tx, { planType, listPricePaise, startsAt, createdAt: now });
  if (id === null) throw sameStartError();
  await recordAudit(tx, {
    actor,
    action: "price.changed",
    subject: `plan:${planType}`,
    details: { id, listPricePaise, startsAt: startsAt.toISOString(), ...auditReason(reason, approved) },
    now,
  });
  return id;
}

/** Sets founding places and their discount from an instant on. Throws like `setListPrice`. */
export async function setFoundingTerms(
  tx: Tx,
  { places, discountPaise, startsAt, reason, actor, approved, now }: Change & FoundingTerms,
): Promise<string> {
  checkStart(startsAt, now);
  await lockFoundingPlaces(tx);
  const id = await insertFoundingVersion(tx, { places, discountPaise, startsAt, createdAt: now });
  if (id === null) throw sameStartError();
  await recordAudit(tx, {
    actor,
    action: "founding-terms.changed",
    subject: "plan:Basic",
    details: {
      id,
      places,
      discountPaise,
      startsAt: startsAt.toISOString(),
      ...auditReason(reason, approved),
    },
    now,
  });
  return id;
}

/** A version that has not started, locked until the transaction ends. Throws `not_found` and `conflict`. */
export async function lockComingVersion(tx: Tx, id: string, now: Date) {
  const version = await lockVersion(tx, id);
  if (version === null) throw new AppError("not_found", { msg: "This price does not exist." });
  if (version.withdrawnAt !== null) throw new AppError("conflict", { msg: "This was withdrawn already." });
  if (version.startsAt <= now) {
    throw new AppError("conflict", { msg: "This has started, so it can only be replaced by another one." });
  }
  return version;
}

/** Withdraws a version that has not started. Throws like `lockComingVersion`. */
export async function withdrawVersion(
  tx: Tx,
  { id, reason, actor, now }: { id: string; reason: string; actor: AuditActor; now: Date },
): Promise<void> {
  const { table } = await lockComingVersion(tx, id, now);
  await markWithdrawn(tx, { table, id, now });
  await recordAudit(tx, {
    actor,
    action: "price.withdrawn",
    subject: `price:${id}`,
    details: { reason },
    now,
  });
}

/** The newest versions of a plan's list price, by their start. */
export async function listPriceVersions(database: Database, planType: PlanType) {
  return await selectPriceVersions(database, planType);
}

/** The newest founding terms, by their start. */
export async function listFoundingVersions(database: Database) {
  return await selectFoundingVersions(database);
}
