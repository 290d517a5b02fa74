import type { Database, Tx } from "../../kernel/db/database.ts";
import { findOfferedSlot, selectOfferedSlots } from "./store.ts";

interface OfferedSlot {
  startsAt: Date;
  endsAt: Date;
}

export interface BookableSlot extends OfferedSlot {
  /** When its interviewer's notice runs out; null without one. */
  bookableUntil: Date | null;
}

/** The slots that an interviewer offers now, soonest first. */
export async function listOfferedSlots(
  database: Database,
  interviewerId: string,
  page: { now: Date; limit: number },
): Promise<OfferedSlot[]> {
  return await selectOfferedSlots(database, interviewerId, page);
}

/**
 * The slot that an interviewer offers at this time; null when it is taken, gone, or can't be booked at such short
 * notice. Hold the interviewer's lock.
 */
export async function getOfferedSlot(
  tx: Tx,
  slot: { interviewerId: string; startsAt: Date; now: Date },
): Promise<BookableSlot | null> {
  return (await findOfferedSlot(tx, slot)) ?? null;
}
