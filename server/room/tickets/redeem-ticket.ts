import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { isSessionActive } from "../../people/accounts/rules.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { checkMayEnterRoom } from "../rules.ts";
import { consumeTicket, findActiveSession } from "./ticket-store.ts";

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

/** The person of a sign-in; null once they signed out, it expired or they were blocked. */
export async function findSessionActor(deps: Deps, sessionId: string): Promise<Actor | null> {
  const session = await findActiveSession(deps.database, sessionId);
  if (session === null || !isSessionActive(session, deps.clock.now())) return null;
  const { userId, role } = session;
  // Operators have no special rights in a room.
  return { userId, sessionId, role, operator: null };
}
