import type { Party } from "@greenroom/contract/bookings.ts";
import type { Deps } from "../../deps.ts";
import { composeMail } from "../../mail/compose.ts";
import { loadMailContext } from "../bookings/notifications/mail-context.ts";
import { findMeeting } from "./meeting-store.ts";
import { roomFallbackMessage } from "./messages.ts";

/** Tells one party that the interview is in our own room, if that is still so. */
export async function sendRoomFallback(
  deps: Deps,
  { bookingId, to }: { bookingId: string; to: Party },
): Promise<void> {
  const context = await loadMailContext(deps, bookingId, to);
  const meeting = await findMeeting(deps.database, bookingId);
  if (context?.booking.status !== "pending" || meeting === null || meeting.roomReason === null) return;
  const { displayName: provider, room } = deps.meetings;
  const why = { reason: meeting.roomReason, provider, room: room.displayName };
  await deps.mail.send(composeMail(deps.config.business, roomFallbackMessage(context, why)));
}
