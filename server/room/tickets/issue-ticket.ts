import { randomBytes } from "node:crypto";
import type { RoomTicket } from "@greenroom/contract/room/room.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { checkMayEnterRoom, ticketSeconds } from "../rules.ts";
import { iceServersFor } from "./ice-servers.ts";
import { insertTicket } from "./ticket-store.ts";

/**
 * Issues a ticket for the room's socket, so that no URL contains a bearer token, with the STUN and TURN servers for
 * the call. Throws `not_found` for people who are not a party, `conflict` before the room opens and after it
 * closes, and `too_many_requests`.
 */
export async function issueTicket(deps: Deps, actor: Actor, bookingId: string): Promise<RoomTicket> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnterRoom(booking, now);
  const ticket = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000);
  const newTicket = { ticket, bookingId, sessionId: actor.sessionId, expiresAt };
  await inTransaction(deps.database, (tx) => insertTicket(tx, newTicket, now));
  return {
    ticket,
    expiresAt: expiresAt.toISOString(),
    iceServers: iceServersFor(deps.config.ice, actor.userId, now),
  };
}
