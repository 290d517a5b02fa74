import type { User } from "@greenroom/contract/accounts.ts";
import type { Database, Tx } from "../../db/database.ts";
import { selectBalance, selectSessionsByPlan, selectSpentCredit } from "./store.ts";

/** The user's remaining credits; 0 for a user who never had any. */
export async function findBalance(database: Database | Tx, userId: string): Promise<number> {
  return await selectBalance(database, userId);
}

/** The credits that are left, by the plan that granted them, in the order in which they will be spent. */
export async function findSessionsByPlan(
  database: Database | Tx,
  userId: string,
): Promise<NonNullable<User["sessionsByPlan"]>> {
  return await selectSessionsByPlan(database, userId);
}

/**
 * The credit that a booking was paid with. `valuePaise` is its price; `source` distinguishes a bought credit from a
 * remedy or a gift (worth 0). Null if none was spent. A return does not change the result.
 */
export async function findSpentCredit(database: Database, bookingId: string) {
  return await selectSpentCredit(database, bookingId);
}
