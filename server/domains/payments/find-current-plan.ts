import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Database } from "../../db/database.ts";
import { selectCurrentPlan } from "./store.ts";

/** The plan that a person bought last, read from their payments; null before the first and when it was refunded. */
export async function findCurrentPlan(database: Database, userId: string): Promise<PlanType | null> {
  return await selectCurrentPlan(database, userId);
}
