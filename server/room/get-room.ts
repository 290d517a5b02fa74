import type { Room } from "@greenroom/contract/room/room.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Deps } from "../kernel/deps.ts";
import { findUnclear, getOwnBooking } from "../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../schedule/bookings/rules.ts";
import { presentRoom } from "./present.ts";
import { checkRoomNotClosed } from "./rules.ts";
import { selectParties } from "./store.ts";
import { readTranscriptState } from "./transcript/read-transcript-state.ts";

/**
 * The room of the actor's booking, also before it opens. Throws `not_found` for people who are not a party,
 * `conflict` after it closes.
 */
export async function getRoom(deps: Deps, actor: Actor, bookingId: string): Promise<Room> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  checkRoomNotClosed(booking, deps.clock.now());
  return await loadRoom(deps, actor, booking);
}

/** The room as it is now. The caller has checked access. */
export async function loadRoom(deps: Deps, actor: Actor, booking: BookingRecord): Promise<Room> {
  const parties = await selectParties(deps.database, booking.id);
  const transcript = await readTranscriptState(deps, booking);
  const isUnclear = booking.status === "pending" && (await findUnclear(deps.database, booking.id)) !== null;
  const view = { viewerId: actor.userId, now: deps.clock.now(), isUnclear, transcript };
  return presentRoom(booking, parties, view);
}
