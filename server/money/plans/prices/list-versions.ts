import type { PlanType } from "@greenroom/contract/money/plans.ts";
import type { Database } from "../../../kernel/db/database.ts";
import { selectFoundingVersions, selectPriceVersions } from "./price-store.ts";

/** The newest versions of a plan's list price, by their start. */
export async function listPriceVersions(database: Database, planType: PlanType) {
  return await selectPriceVersions(database, planType);
}

/** The newest founding terms, by their start. */
export async function listFoundingVersions(database: Database) {
  return await selectFoundingVersions(database);
}
