import type { Meetings } from "./port.ts";

/** Our own room. It uses the booking's id, so nothing needs to be created. */
export function roomMeetings(publicUrl: string, displayName = "Greenroom"): Meetings["room"] {
  return { displayName, joinUrl: (bookingId) => `${publicUrl}/room/${bookingId}` };
}
