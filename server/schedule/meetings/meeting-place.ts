import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { findActiveAllocation } from "./host-store.ts";
import { checkMayStartMeeting } from "./meeting-times.ts";

/**
 * The URL that opens the meeting as its host. Requested from the provider each time for this interviewer, and never
 * stored. Throws `not_found` for an interview that they do not give, `conflict` outside the allowed time or if the
 * meeting is elsewhere, and `unavailable` if the provider is unavailable.
 */
export async function getStartLink(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ startUrl: string }> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.interviewerId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewer can start the meeting." });
  }
  checkMayStartMeeting(booking, deps.clock.now());
  const { hosted, displayName, room } = deps.meetings;
  const allocation = await findActiveAllocation(deps.database, booking.id);
  if (
    hosted === null ||
    allocation === null ||
    allocation.state !== "made" ||
    allocation.meetingId === null
  ) {
    throw new AppError("conflict", {
      msg: `This interview takes place in the ${room.displayName} room. Please reload the page.`,
    });
  }
  const startUrl = await hosted.findStartUrl(allocation.meetingId);
  if (startUrl === null) {
    throw new AppError("conflict", { msg: `${displayName} does not have this meeting any more.` });
  }
  return { startUrl };
}
