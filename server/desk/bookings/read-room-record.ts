import { type DeskRoomRecord, deskRecordKinds } from "@greenroom/contract/desk/bookings/room-record.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { collectRecord } from "../../room/record/room-record.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { recordDataView } from "../record-data-view.ts";

/**
 * The part of the room's record that can settle a dispute, without transcript, questions, marks and notes.
 * Throws `not_found`.
 */
export async function readDeskRoomRecord(
  deps: Pick<Deps, "database" | "clock">,
  actor: Actor,
  bookingId: string,
): Promise<DeskRoomRecord> {
  const { database } = deps;
  const booking = await findBooking(database, bookingId);
  if (booking === null) throw new AppError("not_found", { msg: "This booking does not exist." });
  await recordDataView(deps, actor, "room-record-viewed", `booking:${bookingId}`);
  const { intervieweeId, interviewerId } = booking;
  const people = await findPeople(database, [intervieweeId, interviewerId]);
  const personOf = (id: string, role: "interviewee" | "interviewer") => ({
    _id: id,
    firstName: people.get(id)?.firstName ?? "",
    lastName: people.get(id)?.lastName ?? "",
    role,
    isYou: false,
  });
  const { items, code } = await collectRecord(database, booking, {
    now: deps.clock.now(),
    withMarks: false,
    readerId: null,
  });
  const readable: readonly string[] = deskRecordKinds;
  return {
    bookingId,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    people: [personOf(intervieweeId, "interviewee"), personOf(interviewerId, "interviewer")],
    items: items.filter(({ kind }) => readable.includes(kind)),
    code,
  };
}
