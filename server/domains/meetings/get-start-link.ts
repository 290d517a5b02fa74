import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { findLiveAllocation } from "./host-store.ts";
import { checkMayStart } from "./rules.ts";

/**
 * The address that opens the meeting as its host: asked of the provider now, for this interviewer, and kept nowhere. Throws
 * `not_found` for an interview that they do not give, `conflict` when it is not time or the meeting is elsewhere, and
 * `unavailable` when the provider is away.
 */
export async function getStartLink(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ startUrl: string }> {
  await deps.limits.count("start-link-by-user", actor.userId);
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.interviewerId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewer starts the meeting." });
  }
  checkMayStart(booking, deps.clock.now());
  const { hosted, displayName, room } = deps.meetings;
  const allocation = await findLiveAllocation(deps.database, booking.id);
  if (
    hosted === null ||
    allocation === null ||
    allocation.state !== "made" ||
    allocation.meetingId === null
  ) {
    throw new AppError("conflict", {
      msg: `This interview meets in the ${room.displayName} room. Please reload the page.`,
    });
  }
  const startUrl = await hosted.findStartUrl(allocation.meetingId);
  if (startUrl === null) {
    throw new AppError("conflict", { msg: `${displayName} does not have this meeting any more.` });
  }
  return { startUrl };
}
