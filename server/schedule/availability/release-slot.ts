import type { Tx } from "../../kernel/db/database.ts";
import { closeBookedSlot } from "./store.ts";
import { removeSlotInTimeOff } from "./time-off/time-off-store.ts";
import { generateSlots } from "./weekly/generate-slots.ts";
import { setGenerationDueForSlot } from "./weekly/weekly-store.ts";

/**
 * Releases the slot of a booking that has ended or moved. `available` offers it again, except in its interviewer's
 * time off or if their weekly hours no longer have it; `removed` deletes it from the calendar, and weekly hours do not
 * offer its time again. The caller holds the interviewer's lock and calls `clearSlotCache` after the commit.
 */
export async function releaseSlot(
  tx: Tx,
  slotId: string,
  { becomes, now }: { becomes: "available" | "removed"; now: Date },
): Promise<void> {
  const released = await closeBookedSlot(tx, slotId, { becomes, now });
  if (released?.status !== "available") return await setGenerationDueForSlot(tx, slotId);
  await removeSlotInTimeOff(tx, slotId);
  // The weekly hours may have changed since the booking, and the next plan may be a day away.
  if (released.ruleId !== null) await generateSlots(tx, released.interviewerId, now);
}
