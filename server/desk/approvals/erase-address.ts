import type { Tx } from "../../kernel/db/database.ts";
import { eraseAddress } from "./store.ts";

/**
 * Removes address and name of a person who deletes their account from the approvals that have their address. `naming` is a
 * regular expression of PostgreSQL for both.
 */
export async function eraseFromApprovals(tx: Tx, email: string, naming: string): Promise<void> {
  await eraseAddress(tx, email, naming);
}
