import type { Database, Tx } from "../../db/database.ts";
import { selectBalance } from "./store.ts";

/** Sessions that a person has left to book with; 0 for somebody who never had any. */
export async function findBalance(database: Database | Tx, userId: string): Promise<number> {
  return await selectBalance(database, userId);
}
