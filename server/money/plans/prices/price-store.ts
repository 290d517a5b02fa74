import type { Paise } from "@greenroom/contract/kernel/money.ts";
import type { PlanType } from "@greenroom/contract/money/plans.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../../../kernel/db/database.ts";
import { newId } from "../../../kernel/ids.ts";

/* Stores list prices and founding terms with their start. */

const shownVersions = 20;

export interface FoundingTerms {
  places: number;
  discountPaise: Paise;
}

/** The current founding terms; null while no version has started and the settings apply. */
export async function findFoundingTerms(database: Database | Tx, now: Date): Promise<FoundingTerms | null> {
  const row = await database
    .selectFrom("foundingTerms")
    .select(["places", "discountPaise"])
    .where("withdrawnAt", "is", null)
    .where("startsAt", "<=", now)
    .orderBy("startsAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The version that applies now; null while none has started. `planType` null means founding places. */
export async function findCurrentVersionId(
  tx: Tx,
  planType: PlanType | null,
  now: Date,
): Promise<string | null> {
  const versions =
    planType === null
      ? sql`select id, starts_at from founding_terms where withdrawn_at is null`
      : sql`select id, starts_at from plan_prices where withdrawn_at is null and plan_type = ${planType}`;
  const { rows } = await sql<{ id: string }>`
    ${versions} and starts_at <= ${now} order by starts_at desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** The lowest list price of each plan among the versions that have not started. */
export async function selectLowestComingPrices(tx: Tx, now: Date): Promise<Map<string, Paise>> {
  const rows = await tx
    .selectFrom("planPrices")
    .select((eb) => ["planType", eb.fn.min("listPricePaise").as("lowest")])
    .where("withdrawnAt", "is", null)
    .where("startsAt", ">", now)
    .groupBy("planType")
    .execute();
  return new Map(rows.map(({ planType, lowest }) => [planType, lowest]));
}

export async function selectPriceVersions(database: Database | Tx, planType: PlanType) {
  return await database
    .selectFrom("planPrices")
    .selectAll()
    .where("planType", "=", planType)
    .orderBy("startsAt", "desc")
    .limit(shownVersions)
    .execute();
}

export async function selectFoundingVersions(database: Database | Tx) {
  return await database
    .selectFrom("foundingTerms")
    .selectAll()
    .orderBy("startsAt", "desc")
    .limit(shownVersions)
    .execute();
}

interface NewVersion {
  startsAt: Date;
  createdAt: Date;
}

/** Null if the plan has a version with this start. */
export async function insertPriceVersion(
  tx: Tx,
  version: NewVersion & { planType: PlanType; listPricePaise: Paise },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into plan_prices (id, plan_type, list_price_paise, starts_at, created_at)
    values (${newId()}, ${version.planType}, ${version.listPricePaise}, ${version.startsAt}, ${version.createdAt})
    on conflict (plan_type, starts_at) where withdrawn_at is null do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Null if a version with this start exists. */
export async function insertFoundingVersion(
  tx: Tx,
  version: NewVersion & FoundingTerms,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into founding_terms (id, places, discount_paise, starts_at, created_at)
    values (${newId()}, ${version.places}, ${version.discountPaise}, ${version.startsAt}, ${version.createdAt})
    on conflict (starts_at) where withdrawn_at is null do nothing returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** A version of either kind, locked for this transaction; null if it does not exist. */
export async function lockVersion(tx: Tx, id: string) {
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

export async function markWithdrawn(
  tx: Tx,
  { table, id, now }: { table: "planPrices" | "foundingTerms"; id: string; now: Date },
): Promise<void> {
  await tx.updateTable(table).set({ withdrawnAt: now }).where("id", "=", id).execute();
}
