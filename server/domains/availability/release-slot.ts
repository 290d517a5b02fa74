import type { Tx } from "../../db/database.ts";
import { closeBookedSlot } from "./store.ts";
import { removeSlotInTimeOff } from "./time-off/time-off-store.ts";
import { setGenerationDue } from "./weekly/weekly-store.ts";

/**
 * Releases the slot of a booking that has ended or moved. `available` offers it again, except in its interviewer's
 * time off; `removed` deletes it from the calendar. The caller holds the interviewer's lock and calls
 * `clearSlotCache` after the commit.
 */
export async function releaseSlot(tx: Tx, slotId: string, becomes: "available" | "removed"): Promise<void> {
  await closeBookedSlot(tx, slotId, becomes);
  if (becomes === "removed") await setGenerationDue(tx, slotId);
  if (becomes === "available") await removeSlotInTimeOff(tx, slotId);
}
