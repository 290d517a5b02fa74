import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { findGuest } from "./find-guest.ts";
import { checkMayEnter } from "./rules.ts";
import { takeTicket } from "./ticket-store.ts";

/**
 * Lets the holder of a ticket in, once. Throws `not_signed_in` for one that is used, too old, for another room or of
 * an ended session, and `conflict` when the room closed meanwhile.
 */
export async function redeemTicket(
  deps: Deps,
  { bookingId, ticket }: { bookingId: string; ticket: string },
): Promise<Actor> {
  const taken = await takeTicket(deps.database, ticket);
  const now = deps.clock.now();
  const holds = taken !== null && taken.bookingId === bookingId && now < taken.expiresAt;
  const guest = holds ? await findGuest(deps, taken.sessionId) : null;
  if (guest === null) {
    throw new AppError("not_signed_in", { msg: "This ticket opens no room. Please join again." });
  }
  checkMayEnter(await getOwnBooking(deps.database, guest, bookingId), now);
  return guest;
}
