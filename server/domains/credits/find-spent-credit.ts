import type { Database } from "../../db/database.ts";
import { selectSpentCredit } from "./store.ts";

/**
 * The session that a booking was paid with: `valuePaise` is what that very session was sold for, `source` tells a
 * bought one from a remedy or gift (worth 0). Null when nothing was spent. It stays known after a return.
 */
export async function findSpentCredit(database: Database, bookingId: string) {
  return await selectSpentCredit(database, bookingId);
}
