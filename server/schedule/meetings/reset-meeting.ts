import type { Tx } from "../../kernel/db/database.ts";
import { deleteMeetingLink } from "./meeting-store.ts";

/**
 * Deletes the meeting link of a booking that moves, so that a new meeting is arranged for the new time. The host's
 * seat stays taken until then: the new arrangement reuses its meeting or has it deleted. During a call to the
 * provider nothing is deleted: the caller holds the lease, finds that the booking moved, and leaves it to the next
 * attempt.
 */
export async function resetMeeting(tx: Tx, bookingId: string): Promise<void> {
  await deleteMeetingLink(tx, bookingId);
}
