import type { Tx } from "../../kernel/db/database.ts";
import { deleteOfferedAvailability } from "./weekly/weekly-store.ts";

/**
 * Deletes a person's free slots, weekly hours and days off. The caller holds their lock and clears the slot cache
 * after the commit.
 */
export async function eraseAvailability(tx: Tx, interviewerId: string, now: Date): Promise<void> {
  await deleteOfferedAvailability(tx, interviewerId, now);
}
