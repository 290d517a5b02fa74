import type { MeetingProvider } from "../../ports/meeting.ts";

/** Our own room: the booking's id is the room's, so making it again makes the same one. */
export function roomMeetings(publicUrl: string, displayName = "Greenroom"): MeetingProvider {
  return {
    name: "room",
    displayName,
    async create({ bookingId }) {
      return { joinUrl: `${publicUrl}/room/${bookingId}` };
    },
  };
}
