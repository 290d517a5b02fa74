import { roomOpensMinutesBefore } from "@greenroom/contract/kernel/time.ts";
import type { Deps } from "../../kernel/deps.ts";
import { findMeeting } from "./meeting-store.ts";

/** For a mail: the current meeting place of a booking's interview. */
export async function describeMeetingPlace({ database, meetings }: Deps, bookingId: string): Promise<string> {
  const meeting = await findMeeting(database, bookingId);
  const provider = meeting?.provider ?? meetings.hosted?.name ?? "room";
  if (provider === "room") {
    return `The ${meetings.room.displayName} room opens ${roomOpensMinutesBefore} minutes before. Its link is with the booking.`;
  }
  const link = meeting === null ? "You'll find the link in the booking." : `The link: ${meeting.joinUrl}`;
  return `You meet on ${meetings.hosted?.displayName ?? provider}. ${link}`;
}
