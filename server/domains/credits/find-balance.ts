import type { Database, Tx } from "../../db/database.ts";
import { selectBalance } from "./store.ts";

/** The user's remaining credits; 0 for a user who never had any. */
export async function findBalance(database: Database | Tx, userId: string): Promise<number> {
  return await selectBalance(database, userId);
}
