import type { Tx } from "../../db/database.ts";
import { bookAvailableSlot } from "./store.ts";

/** Takes an offered slot for a booking that moves to it. Hold both people's locks. Null when nobody offers it any more. */
export async function takeSlot(
  tx: Tx,
  wanted: { interviewerId: string; startsAt: Date },
): Promise<{ id: string; startsAt: Date; endsAt: Date } | null> {
  return await bookAvailableSlot(tx, wanted);
}
