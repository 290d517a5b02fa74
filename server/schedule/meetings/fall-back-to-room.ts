import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { isUnchanged } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { releaseHostedMeeting } from "./hosts/release-hosted-meeting.ts";
import { bookingChangedError } from "./hosts.ts";
import { mailRoomFallback } from "./job-definitions.ts";
import { type RoomFallbackReason, setMeetingLink } from "./meeting-store.ts";

/**
 * Moves the meeting to our own room because the provider cannot host it, and tells both parties, once. Throws
 * `conflict` if the booking changed meanwhile, because the provider may be able to host it at another time.
 */
export async function fallBackToRoom(
  deps: Deps,
  booking: BookingRecord,
  roomReason: RoomFallbackReason,
): Promise<void> {
  const { id } = booking;
  await inTransaction(deps.database, async (tx) => {
    if (!(await isUnchanged(tx, booking))) throw bookingChangedError();
    const meetingLink = { provider: "room", joinUrl: deps.meetings.room.joinUrl(id), roomReason };
    if (!(await setMeetingLink(tx, id, meetingLink))) return;
    await releaseHostedMeeting(deps, tx, id);
    await deps.jobs.enqueue(tx, mailRoomFallback, { bookingId: id, to: "interviewee" });
    await deps.jobs.enqueue(tx, mailRoomFallback, { bookingId: id, to: "interviewer" });
  });
}
