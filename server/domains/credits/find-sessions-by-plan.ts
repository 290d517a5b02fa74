import type { User } from "@greenroom/contract/accounts.ts";
import type { Database, Tx } from "../../db/database.ts";
import { selectSessionsByPlan } from "./store.ts";

/** The credits that are left, by the plan that granted them, in the order in which they will be spent. */
export async function findSessionsByPlan(
  database: Database | Tx,
  userId: string,
): Promise<NonNullable<User["sessionsByPlan"]>> {
  return await selectSessionsByPlan(database, userId);
}
