import type { MailContent } from "../../kernel/mail/mail-content.ts";
import type { BookingMailContext } from "../bookings/mail-context.ts";
import type { RoomFallbackReason } from "./meeting-store.ts";

/** Why the interview is in our own room, and that nothing else changes. */
export function explainRoomFallback(reason: RoomFallbackReason, provider: string, room: string): string {
  const why =
    reason === "no-host" ? `${provider} has no host free at that time` : `${provider} cannot be reached`;
  return `${why}, so you meet in the ${room} room. The link is with your booking.`;
}

/** Tells either party that the interview takes place, in our own room. */
export function roomFallbackMessage(
  { reader, otherName, when, bookingUrl }: BookingMailContext,
  { reason, provider, room }: { reason: RoomFallbackReason; provider: string; room: string },
): MailContent {
  return {
    to: reader.email,
    subject: `Where you'll meet: ${when.short}`,
    heading: `Your interview is in the ${room} room.`,
    paragraphs: [
      `With: ${otherName}`,
      `When: ${when.long}`,
      explainRoomFallback(reason, provider, room),
      "It opens in your browser 10 minutes before the start; there is nothing to install.",
    ],
    action: { label: "See the booking", url: bookingUrl },
  };
}
