import { randomBytes } from "node:crypto";
import type { RoomTicket } from "@greenroom/contract/meetings.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import { iceServersFor } from "./ice-servers.ts";
import { checkMayEnter, ticketSeconds } from "./rules.ts";
import { insertTicket } from "./ticket-store.ts";

/**
 * A ticket for the room's socket, so that no address ever holds a bearer token, and the servers that help two browsers
 * find each other. Throws `not_found` for a third person, `conflict` before it opens and once it is closed, and
 * `too_many_requests`.
 */
export async function issueTicket(deps: Deps, actor: Actor, bookingId: string): Promise<RoomTicket> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const now = deps.clock.now();
  checkMayEnter(booking, now);
  await deps.limits.count("room-ticket-by-user", actor.userId);
  const ticket = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + ticketSeconds * 1000);
  const held = { ticket, bookingId, sessionId: actor.sessionId, expiresAt };
  await inTransaction(deps.database, (tx) => insertTicket(tx, held, now));
  return {
    ticket,
    expiresAt: expiresAt.toISOString(),
    iceServers: iceServersFor(deps.config.ice, actor.userId, now),
  };
}
