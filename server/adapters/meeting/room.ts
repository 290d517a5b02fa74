import type { Meetings } from "../../ports/meeting.ts";

/** Our own room: the booking's id is the room's, so that there is nothing to make. */
export function roomMeetings(publicUrl: string, displayName = "Greenroom"): Meetings["room"] {
  return { displayName, joinUrl: (bookingId) => `${publicUrl}/room/${bookingId}` };
}
