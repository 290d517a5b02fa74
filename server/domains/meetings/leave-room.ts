import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { presentSince } from "./rules.ts";
import { endVisit } from "./store.ts";

/** Says that I have left the room; fine when I was not in it. Throws `not_found` for a third person. */
export async function leaveRoom(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  await endVisit(deps.database, {
    bookingId: booking.id,
    userId: actor.userId,
    now,
    presentSince: presentSince(now),
  });
}
