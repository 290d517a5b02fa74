import type { Room } from "@greenroom/contract/room/room.ts";
import type { Actor } from "../kernel/actor.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { getOwnBooking } from "../schedule/bookings/find-booking.ts";
import { loadRoom } from "./get-room.ts";
import { checkMayEnterRoom, presenceCutoff } from "./rules.ts";
import { recordPresence } from "./store.ts";

/**
 * Records that the actor is in the room. Throws `not_found` for people who are not a party, `conflict` before the
 * room opens and after it closes.
 */
export async function enterRoom(deps: Deps, actor: Actor, bookingId: string): Promise<Room> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const visit = { bookingId: booking.id, userId: actor.userId, now, presentSince: presenceCutoff(now) };
  await inTransaction(deps.database, (tx) => recordPresence(tx, visit));
  return await loadRoom(deps, actor, booking);
}
