import type { Room } from "@greenroom/contract/meetings.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { showRoom } from "./get-room.ts";
import { checkMayEnter, presentSince } from "./rules.ts";
import { recordPresence } from "./store.ts";

/** Says that I am in the room. Throws `not_found` for a third person, `conflict` before it opens and once it is closed. */
export async function enterRoom(deps: Deps, actor: Actor, bookingId: string): Promise<Room> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnter(booking, now);
  const visit = { bookingId: booking.id, userId: actor.userId, now, presentSince: presentSince(now) };
  await inTransaction(deps.database, (tx) => recordPresence(tx, visit));
  return await showRoom(deps, actor, booking);
}
