import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import { type Approved, type AuditActor, auditReason, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { AppError, conflict, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { checkPriceForCoupons, lockPlanPrices } from "./coupons.ts";
import { type FoundingTerms, lockFoundingPlaces } from "./pricing.ts";

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
  const versions =
    planType === null
      ? sql`select id, starts_at from founding_terms where withdrawn_at is null`
      : sql`select id, starts_at from plan_prices where withdrawn_at is null and plan_type = ${planType}`;
  const { rows } = await sql<{ id: string }>`
    ${versions} and starts_at <= ${now} order by starts_at desc limit 1`.execute(tx);
  if (rows[0]?.id === id) return;
  throw conflict("This was changed again since. Look at the versions.");
}

const sameStartError = () => conflict("Another version starts at this moment. Choose another start.");

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
  const id = newId();
  const { rows } = await sql`
    insert into plan_prices (id, plan_type, list_price_paise, starts_at, created_at)
    values (${id}, ${planType}, ${listPricePaise}, ${startsAt}, ${now})
    on conflict (plan_type, starts_at) where withdrawn_at is null do nothing returning id`.execute(tx);
  if (rows.length === 0) throw sameStartError();
  const audited = { id, listPricePaise, startsAt: startsAt.toISOString(), ...auditReason(reason, approved) };
  const subject = `plan:${planType}`;
  await recordAudit(tx, { actor, action: "price.changed", subject, details: audited, now });
  return id;
}

/** Sets founding places and their discount from an instant on. Throws like `setListPrice`. */
export async function setFoundingTerms(
  tx: Tx,
  { places, discountPaise, startsAt, reason, actor, approved, now }: Change & FoundingTerms,
): Promise<string> {
  checkStart(startsAt, now);
  await lockFoundingPlaces(tx);
  const id = newId();
  const { rows } = await sql`
    insert into founding_terms (id, places, discount_paise, starts_at, created_at)
    values (${id}, ${places}, ${discountPaise}, ${startsAt}, ${now})
    on conflict (starts_at) where withdrawn_at is null do nothing returning id`.execute(tx);
  if (rows.length === 0) throw sameStartError();
  const terms = { id, places, discountPaise, startsAt: startsAt.toISOString() };
  const details = { ...terms, ...auditReason(reason, approved) };
  await recordAudit(tx, { actor, action: "founding-terms.changed", subject: "plan:Basic", details, now });
  return id;
}

/** A version of either kind, locked for this transaction; null if it does not exist. */
async function lockVersion(tx: Tx, id: string) {
  const price = await tx
    .selectFrom("planPrices")
    .select(["startsAt", "withdrawnAt", "planType", "listPricePaise"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (price !== undefined) return { table: "planPrices" as const, ...price };
  const terms = await tx
    .selectFrom("foundingTerms")
    .select(["startsAt", "withdrawnAt", "places", "discountPaise"])
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return terms === undefined ? null : { table: "foundingTerms" as const, ...terms };
}

/** A version that has not started, locked until the transaction ends. Throws `not_found` and `conflict`. */
export async function lockComingVersion(tx: Tx, id: string, now: Date) {
  const version = await lockVersion(tx, id);
  if (version === null) throw new AppError("not_found", { msg: "This price does not exist." });
  if (version.withdrawnAt !== null) throw conflict("This was withdrawn already.");
  if (version.startsAt <= now) {
    throw conflict("This has started, so it can only be replaced by another one.");
  }
  return version;
}

/** Withdraws a version that has not started. Throws like `lockComingVersion`. */
export async function withdrawVersion(
  tx: Tx,
  { id, reason, actor, now }: { id: string; reason: string; actor: AuditActor; now: Date },
): Promise<void> {
  const { table } = await lockComingVersion(tx, id, now);
  await tx.updateTable(table).set({ withdrawnAt: now }).where("id", "=", id).execute();
  const subject = `price:${id}`;
  await recordAudit(tx, { actor, action: "price.withdrawn", subject, details: { reason }, now });
}

const shownVersions = 20;

/** The newest versions of a plan's list price, by their start. */
export async function listPriceVersions(database: Database | Tx, planType: PlanType) {
  return await database
    .selectFrom("planPrices")
    .selectAll()
    .where("planType", "=", planType)
    .orderBy("startsAt", "desc")
    .limit(shownVersions)
    .execute();
}

/** The newest founding terms, by their start. */
export async function listFoundingVersions(database: Database | Tx) {
  return await database
    .selectFrom("foundingTerms")
    .selectAll()
    .orderBy("startsAt", "desc")
    .limit(shownVersions)
    .execute();
}
