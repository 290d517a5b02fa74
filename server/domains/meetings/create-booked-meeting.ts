import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { createMeeting } from "./create-meeting.ts";
import { sayWhyInRoom } from "./messages.ts";

/**
 * The browser's second call after booking: makes the meeting of a booking of mine. Throws `not_found` for anybody
 * else's, `conflict` when the booking is at another time, cancelled or past.
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
  const made = `✅ Booking successful & ${name} meeting created!`;
  const isInstead = roomReason !== null && hosted !== null;
  return {
    zoomLink: joinUrl,
    msg: isInstead ? `${made} ${sayWhyInRoom(roomReason, hosted.displayName, room.displayName)}` : made,
  };
}
