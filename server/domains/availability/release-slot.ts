import type { Tx } from "../../db/database.ts";
import { closeBookedSlot } from "./store.ts";
import { withdrawSlotInTimeOff } from "./time-off-store.ts";

/**
 * Lets go of a booked slot whose booking stands no more: `available` offers it again, save in its interviewer's time off,
 * and `removed` takes it off the calendar. Hold the interviewer's lock, and throw the list away after the commit
 * (`forgetSlots`).
 */
export async function releaseSlot(tx: Tx, slotId: string, becomes: "available" | "removed"): Promise<void> {
  await closeBookedSlot(tx, slotId, becomes);
  if (becomes === "available") await withdrawSlotInTimeOff(tx, slotId);
}
