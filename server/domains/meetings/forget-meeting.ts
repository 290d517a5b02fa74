import type { Tx } from "../../db/database.ts";
import { deleteMeeting } from "./meeting-store.ts";

/**
 * Forgets where a booking that moves was to meet, so that this is settled anew for its new time. A host's seat stays taken
 * until then: whoever settles it takes the meeting along, or has it deleted.
 */
export async function forgetMeeting(tx: Tx, bookingId: string): Promise<void> {
  await deleteMeeting(tx, bookingId);
}
