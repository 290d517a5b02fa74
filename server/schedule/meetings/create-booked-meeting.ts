import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { createMeeting } from "./create.ts";
import { explainRoomFallback } from "./messages.ts";

/**
 * Creates the meeting of the actor's booking: the browser's second call after booking. Throws `not_found` for other
 * people's bookings, `conflict` if the booking is at another time, canceled or past.
 */
export async function createBookedMeeting(
  deps: Deps,
  actor: Actor,
  { bookingId, startsAt }: { bookingId: string; startsAt: Date },
): Promise<{ zoomLink: string; msg: string }> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.startsAt.getTime() !== startsAt.getTime()) {
    throw new AppError("conflict", { msg: "This booking is at another time. Please reload the page." });
  }
  const { joinUrl, provider, roomReason } = await createMeeting(deps, booking);
  const { hosted, room } = deps.meetings;
  const name = provider === hosted?.name ? hosted.displayName : room.displayName;
  const successMessage = `✅ Booking successful & ${name} meeting created!`;
  const isFallback = roomReason !== null && hosted !== null;
  return {
    zoomLink: joinUrl,
    msg: isFallback
      ? `${successMessage} ${explainRoomFallback(roomReason, hosted.displayName, room.displayName)}`
      : successMessage,
  };
}
