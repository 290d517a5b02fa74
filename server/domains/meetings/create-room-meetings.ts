import type { Tx } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { insertMeetings } from "./meeting-store.ts";

/**
 * Creates the meetings of bookings in our own room, in one statement. Meetings that exist or are being created stay
 * as they are; canceled and past bookings get none.
 */
export async function createRoomMeetings(deps: Deps, tx: Tx, bookingIds: string[]): Promise<void> {
  const { room } = deps.meetings;
  const meetings = bookingIds.map((bookingId) => ({ bookingId, joinUrl: room.joinUrl(bookingId) }));
  await insertMeetings(tx, meetings, { provider: "room", now: deps.clock.now() });
}
