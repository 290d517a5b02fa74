import type { Database, Tx } from "../../db/database.ts";
import { findOfferedSlot, selectOfferedSlots } from "./store.ts";

interface OfferedSlot {
  startsAt: Date;
  endsAt: Date;
}

/** The slots that an interviewer offers now, soonest first. */
export async function listOfferedSlots(
  database: Database,
  interviewerId: string,
  page: { now: Date; limit: number },
): Promise<OfferedSlot[]> {
  return await selectOfferedSlots(database, interviewerId, page);
}

/** The slot that an interviewer offers at this time; null when it is taken or gone. Hold the interviewer's lock. */
export async function getOfferedSlot(
  tx: Tx,
  slot: { interviewerId: string; startsAt: Date },
): Promise<OfferedSlot | null> {
  return (await findOfferedSlot(tx, slot)) ?? null;
}
