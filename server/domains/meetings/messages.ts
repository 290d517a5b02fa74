import type { MailContent } from "../../mail/compose.ts";
import type { Addressed } from "../bookings/address-party.ts";
import type { RoomReason } from "./meeting-store.ts";

/** Why the interview is in our own room, and that nothing else changes. */
export function sayWhyInRoom(reason: RoomReason, provider: string, room: string): string {
  const why =
    reason === "no-host" ? `${provider} has no host free at that time` : `${provider} cannot be reached`;
  return `${why}, so you meet in the ${room} room. The link is with your booking.`;
}

/** To either party: the interview stands, and is in a room of ours. */
export function roomInstead(
  { reader, otherName, when, bookingUrl }: Addressed,
  { reason, provider, room }: { reason: RoomReason; provider: string; room: string },
): MailContent {
  return {
    to: reader.email,
    subject: `Where you meet: ${when.short}`,
    heading: `Your interview is in the ${room} room.`,
    paragraphs: [
      `With: ${otherName}`,
      `When: ${when.long}`,
      sayWhyInRoom(reason, provider, room),
      "It opens in your browser 10 minutes before the start; there is nothing to install.",
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}
