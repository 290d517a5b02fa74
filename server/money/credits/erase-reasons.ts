import { sql } from "kysely";
import type { Tx } from "../../kernel/db/database.ts";

/**
 * Replaces what names the person, a regular expression of PostgreSQL, in the reasons of their ledger. The ledger lets a
 * reason change once the account is closed.
 */
export async function eraseFromLedger(tx: Tx, userId: string, naming: string): Promise<void> {
  await sql`
    update ledger_entries set reason = regexp_replace(reason, ${naming}, 'Deleted user', 'gi')
    where user_id = ${userId} and reason ~* ${naming}`.execute(tx);
}
