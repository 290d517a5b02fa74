import type { Actor } from "../kernel/actor.ts";
import type { Deps } from "../kernel/deps.ts";
import { getOwnBooking } from "../schedule/bookings/find-booking.ts";
import { presenceCutoff } from "./rules.ts";
import { endVisit } from "./store.ts";

/**
 * Records that the actor has left the room. Does nothing if they were not in it. Throws `not_found` for people who
 * are not a party.
 */
export async function leaveRoom(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  await endVisit(deps.database, {
    bookingId: booking.id,
    userId: actor.userId,
    now,
    presentSince: presenceCutoff(now),
  });
}
