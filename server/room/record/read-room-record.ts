import type { RoomRecord } from "@greenroom/contract/room/room-record.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { findNote } from "../chat-store.ts";
import { loadRoom } from "../get-room.ts";
import { readCorrections } from "../transcript/read-corrections.ts";
import { hasBoard } from "../whiteboards/read-board.ts";
import { collectRecord, secondsFromStart } from "./collect-record.ts";

/**
 * The record of the actor's interview. Private notes and the marks of questions go only to the interviewer who made
 * them. The interviewee gets marks after the interview. Throws `not_found` for people who are not a party.
 */
export async function readRoomRecord(deps: Deps, actor: Actor, bookingId: string): Promise<RoomRecord> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const { parties, goal } = await loadRoom(deps, actor, booking);
  const now = deps.clock.now();
  const isOver = booking.status !== "pending" || booking.endsAt <= now;
  const withMarks = isOver || booking.interviewerId === actor.userId;
  const { until, ...corrections } = await readCorrections(deps, booking);
  const note = await findNote(deps.database, bookingId, actor.userId);
  return {
    bookingId: booking.id,
    status: booking.status,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    people: parties.map(({ isPresent: _, ...person }) => person),
    goal,
    ...(await collectRecord(deps.database, booking, { now, withMarks, readerId: actor.userId })),
    hasBoard: await hasBoard(deps.database, bookingId),
    corrections: { ...corrections, until: until?.toISOString() ?? null },
    notes:
      note === null || note.body.trim() === ""
        ? null
        : { body: note.body, atSeconds: secondsFromStart(booking, note.updatedAt) },
  };
}
