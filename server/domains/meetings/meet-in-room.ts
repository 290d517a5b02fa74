import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { isUnchanged } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { hasChanged } from "./hold-meeting.ts";
import { mailRoomInstead } from "./job-definitions.ts";
import { type RoomReason, settleMeeting } from "./meeting-store.ts";
import { withdrawMeeting } from "./withdraw-meeting.ts";

/**
 * Puts the meeting into our own room because the provider cannot have it, and tells both parties, once. Throws `conflict`
 * when the booking changed meanwhile: at another time the provider may have it.
 */
export async function meetInRoom(deps: Deps, booking: BookingRecord, roomReason: RoomReason): Promise<void> {
  const { id } = booking;
  await inTransaction(deps.database, async (tx) => {
    if (!(await isUnchanged(tx, booking))) throw hasChanged();
    const settled = { provider: "room", joinUrl: deps.meetings.room.joinUrl(id), roomReason };
    if (!(await settleMeeting(tx, id, settled))) return;
    await withdrawMeeting(deps, tx, id);
    await deps.jobs.send(tx, mailRoomInstead, { bookingId: id, to: "interviewee" });
    await deps.jobs.send(tx, mailRoomInstead, { bookingId: id, to: "interviewer" });
  });
}
