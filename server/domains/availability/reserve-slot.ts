import type { Tx } from "../../db/database.ts";
import { bookAvailableSlot } from "./store.ts";

/**
 * Takes an offered slot for a booking that moves to it. The caller holds both people's locks. Null if it is no
 * longer offered.
 */
export async function reserveSlot(
  tx: Tx,
  requested: { interviewerId: string; startsAt: Date },
): Promise<{ id: string; startsAt: Date; endsAt: Date } | null> {
  return await bookAvailableSlot(tx, requested);
}
