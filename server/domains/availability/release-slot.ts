import type { Tx } from "../../db/database.ts";
import { closeBookedSlot } from "./store.ts";
import { removeSlotInTimeOff } from "./time-off/time-off-store.ts";
import { setGenerationDue } from "./weekly/weekly-store.ts";

/**
 * Releases the slot of a booking that has ended or moved. `available` offers it again, except in its interviewer's
 * time off; `removed` deletes it from the calendar, and
 * weekly hours do not offer its time again. The caller holds the interviewer's lock and calls
 * `clearSlotCache` after the commit.
 */
export async function releaseSlot(
  tx: Tx,
  slotId: string,
  { becomes, now }: { becomes: "available" | "removed"; now: Date },
): Promise<void> {
  await closeBookedSlot(tx, slotId, { becomes, now });
  if (becomes === "removed") await setGenerationDue(tx, slotId);
  if (becomes === "available") await removeSlotInTimeOff(tx, slotId);
}
