import type { Tx } from "../../kernel/db/database.ts";
import { bookAvailableSlot, freeHeldSlot, holdAvailableSlot } from "./store.ts";

interface RequestedSlot {
  interviewerId: string;
  startsAt: Date;
}

/**
 * Holds an offered slot for a proposal: nobody can book or delete it until the proposal ends and the database releases
 * it. False if it is no longer offered.
 */
export async function holdSlot(tx: Tx, requested: RequestedSlot): Promise<boolean> {
  return await holdAvailableSlot(tx, requested);
}

/**
 * Takes an offered slot for a booking that moves to it, or the slot that a proposal holds for this booking. The caller
 * holds both people's locks. Null if it is no longer offered.
 */
export async function reserveSlot(
  tx: Tx,
  { isHeld, ...requested }: RequestedSlot & { isHeld: boolean },
): Promise<{ id: string; startsAt: Date; endsAt: Date } | null> {
  if (isHeld) await freeHeldSlot(tx, requested);
  return await bookAvailableSlot(tx, requested);
}
