import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { createMeeting } from "./create-meeting.ts";

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
  const zoomLink = await createMeeting(deps, booking);
  return { zoomLink, msg: `✅ Booking successful & ${deps.meetings.displayName} meeting created!` };
}
