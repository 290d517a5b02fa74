import { roomOpensMinutesBefore } from "@greenroom/contract/kernel/time.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { findActiveAllocation } from "./hosts.ts";
import { findMeeting, selectMeeting } from "./meeting-store.ts";
import { checkMayStartMeeting } from "./meeting-times.ts";

/**
 * Whether a meeting of this provider takes place in our own room, which records who joins. At another provider nothing
 * is recorded, so an empty attendance proves nothing. `provider` is null before the meeting is created.
 */
export function isOwnRoom({ meetings }: Pick<Deps, "meetings">, provider: string | null): boolean {
  return (provider ?? meetings.hosted?.name ?? "room") === "room";
}

export async function isInOwnRoom(
  deps: Pick<Deps, "meetings">,
  database: Database | Tx,
  bookingId: string,
): Promise<boolean> {
  return isOwnRoom(deps, (await selectMeeting(database, bookingId))?.provider ?? null);
}

/** For a mail: the current meeting place of a booking's interview. */
export async function describeMeetingPlace({ database, meetings }: Deps, bookingId: string): Promise<string> {
  const meeting = await findMeeting(database, bookingId);
  const provider = meeting?.provider ?? meetings.hosted?.name ?? "room";
  if (provider === "room")
    return `The ${meetings.room.displayName} room opens ${roomOpensMinutesBefore} minutes before. Its link is with the booking.`;
  const link = meeting === null ? "You'll find the link in the booking." : `The link: ${meeting.joinUrl}`;
  return `You meet on ${meetings.hosted?.displayName ?? provider}. ${link}`;
}

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
  if (booking.interviewerId !== actor.userId)
    throw new AppError("forbidden", { msg: "Only the interviewer can start the meeting." });
  checkMayStartMeeting(booking, deps.clock.now());
  const { hosted, displayName, room } = deps.meetings;
  const allocation = await findActiveAllocation(deps.database, booking.id);
  if (hosted === null || allocation === null || allocation.state !== "made" || allocation.meetingId === null)
    throw conflict(`This interview takes place in the ${room.displayName} room. Please reload the page.`);
  const startUrl = await hosted.findStartUrl(allocation.meetingId);
  if (startUrl === null) throw conflict(`${displayName} does not have this meeting any more.`);
  return { startUrl };
}
