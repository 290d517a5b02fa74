import type { PlanType } from "@greenroom/contract/plans.ts";
import type { Database } from "../../db/database.ts";
import { selectCurrentPlan } from "./store.ts";

/** The plan of the user's last payment; null before the first one, and if it was refunded. */
export async function findCurrentPlan(database: Database, userId: string): Promise<PlanType | null> {
  return await selectCurrentPlan(database, userId);
}
