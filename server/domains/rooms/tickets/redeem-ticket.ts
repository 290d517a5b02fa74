import type { Actor } from "../../../core/actor.ts";
import { AppError } from "../../../core/errors.ts";
import type { Deps } from "../../../deps.ts";
import { getOwnBooking } from "../../bookings/find-booking.ts";
import { checkMayEnterRoom } from "../rules.ts";
import { findSessionActor } from "./find-session-actor.ts";
import { consumeTicket } from "./ticket-store.ts";

/**
 * Admits the holder of a ticket, once. Throws `not_signed_in` for a ticket that is used, expired, for another room
 * or of an ended sign-in, and `conflict` if the room closed meanwhile.
 */
export async function redeemTicket(
  deps: Deps,
  { bookingId, ticket }: { bookingId: string; ticket: string },
): Promise<Actor> {
  const consumed = await consumeTicket(deps.database, ticket);
  const now = deps.clock.now();
  const isValid = consumed !== null && consumed.bookingId === bookingId && now < consumed.expiresAt;
  const actor = isValid ? await findSessionActor(deps, consumed.sessionId) : null;
  if (actor === null) {
    throw new AppError("not_signed_in", { msg: "This room ticket is no longer valid. Please join again." });
  }
  checkMayEnterRoom(await getOwnBooking(deps.database, actor, bookingId), now);
  return actor;
}
