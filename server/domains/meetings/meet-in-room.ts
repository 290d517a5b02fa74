import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { mailRoomInstead } from "./job-definitions.ts";
import { type RoomReason, settleMeeting } from "./meeting-store.ts";
import { withdrawMeeting } from "./withdraw-meeting.ts";

/** Puts the meeting into our own room because the provider cannot have it, and tells both parties, once. */
export async function meetInRoom(deps: Deps, { id }: BookingRecord, roomReason: RoomReason): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const settled = { provider: "room", joinUrl: deps.meetings.room.joinUrl(id), roomReason };
    if (!(await settleMeeting(tx, id, settled))) return;
    await withdrawMeeting(deps, tx, id);
    await deps.jobs.send(tx, mailRoomInstead, { bookingId: id, to: "interviewee" });
    await deps.jobs.send(tx, mailRoomInstead, { bookingId: id, to: "interviewer" });
  });
}
