import type { SessionRecord } from "@greenroom/contract/session-record.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { findNote } from "./chat-store.ts";
import { collectRecord, secondsInto } from "./collect-record.ts";
import { showRoom } from "./get-room.ts";

/** What is kept of a session of mine; the notes of an interview only to who took them. Throws `not_found` for a third person. */
export async function getRecord(deps: Deps, actor: Actor, bookingId: string): Promise<SessionRecord> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const { parties } = await showRoom(deps, actor, booking);
  const note = await findNote(deps.database, bookingId, actor.userId);
  return {
    bookingId: booking.id,
    status: booking.status,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    people: parties.map(({ isPresent: _, ...person }) => person),
    ...(await collectRecord(deps.database, booking, deps.clock.now())),
    notes:
      note === null || note.body === ""
        ? null
        : { body: note.body, atSeconds: secondsInto(booking, note.updatedAt) },
  };
}
