import type { Database } from "../../kernel/db/database.ts";
import { selectSpentCredit } from "./store.ts";

/**
 * The credit that a booking was paid with. `valuePaise` is its price; `source` distinguishes a bought credit from a
 * remedy or a gift (worth 0). Null if none was spent. A return does not change the result.
 */
export async function findSpentCredit(database: Database, bookingId: string) {
  return await selectSpentCredit(database, bookingId);
}
