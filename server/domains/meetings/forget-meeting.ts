import type { Tx } from "../../db/database.ts";
import { deleteMeeting } from "./store.ts";

/** Forgets the meeting of a booking that moves, for a provider's meeting has a time and a host of its own: a new one is to be made. */
export async function forgetMeeting(tx: Tx, bookingId: string): Promise<void> {
  await deleteMeeting(tx, bookingId);
}
