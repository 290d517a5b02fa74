import type { Tx } from "../../db/database.ts";
import { deleteMadeMeeting } from "./meeting-store.ts";

/**
 * Forgets where a booking that moves was to meet, so that this is settled anew for its new time. A host's seat stays taken
 * until then: whoever settles it takes the meeting along, or has it deleted. While the provider is being asked nothing is
 * forgotten: whoever asks holds the claim, finds that the booking moved, and leaves it to the next.
 */
export async function forgetMeeting(tx: Tx, bookingId: string): Promise<void> {
  await deleteMadeMeeting(tx, bookingId);
}
