import type { Room } from "@greenroom/contract/meetings.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { presentRoom } from "./present.ts";
import { checkRoomStands } from "./rules.ts";
import { selectParties } from "./store.ts";

/** The room of a booking of mine, also before it opens. Throws `not_found` for a third person, `conflict` once it is closed. */
export async function getRoom(deps: Deps, actor: Actor, bookingId: string): Promise<Room> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  checkRoomStands(booking, deps.clock.now());
  return await showRoom(deps, actor, booking);
}

/** The room as it is now, to somebody who was let in. */
export async function showRoom(deps: Deps, actor: Actor, booking: BookingRecord): Promise<Room> {
  const parties = await selectParties(deps.database, booking.id);
  return presentRoom(booking, parties, { viewerId: actor.userId, now: deps.clock.now() });
}
