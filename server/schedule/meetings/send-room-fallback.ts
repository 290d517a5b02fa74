import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Deps } from "../../kernel/deps.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { loadMailContext } from "../bookings/mail-context.ts";
import { findMeeting } from "./meeting-store.ts";
import { roomFallbackMessage } from "./messages.ts";

/**
 * Mails one party that the interview is in our own room instead. Sends nothing when the booking is no longer
 * pending, or when its meeting is not a fallback any more.
 */
export async function sendRoomFallback(
  deps: Deps,
  { bookingId, to }: { bookingId: string; to: Party },
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  const meeting = await findMeeting(deps.database, bookingId);
  if (context?.booking.status !== "pending" || meeting === null || meeting.roomReason === null) return;
  const { displayName: provider, room } = deps.meetings;
  const fallback = { reason: meeting.roomReason, provider, room: room.displayName };
  await deps.mail.send(composeMail(deps.config.business, roomFallbackMessage(context, fallback)));
}
