import { createHash } from "node:crypto";
import type { Database, Tx } from "../../db/database.ts";

interface Ticket {
  ticket: string;
  bookingId: string;
  sessionId: string;
  expiresAt: Date;
}

const hashOf = (ticket: string) => createHash("sha256").update(ticket).digest();

/** Keeps a ticket, and clears away those of anybody that ran out. */
export async function insertTicket(tx: Tx, { ticket, ...held }: Ticket, now: Date): Promise<void> {
  await tx.deleteFrom("roomTickets").where("expiresAt", "<=", now).execute();
  await tx
    .insertInto("roomTickets")
    .values({ ticketHash: hashOf(ticket), ...held })
    .execute();
}

/** Uses a ticket up: of two that come with it, one gets it. */
export async function takeTicket(database: Database, ticket: string): Promise<Omit<Ticket, "ticket"> | null> {
  const taken = await database
    .deleteFrom("roomTickets")
    .where("ticketHash", "=", hashOf(ticket))
    .returning(["bookingId", "sessionId", "expiresAt"])
    .executeTakeFirst();
  return taken ?? null;
}

/** The session with which somebody is in the room; null once it ended or its owner is blocked. */
export async function findOpenSession(database: Database, sessionId: string) {
  const session = await database
    .selectFrom("authSessions as session")
    .innerJoin("users as person", "person.id", "session.userId")
    .select(["session.userId", "session.lastSeenAt", "session.expiresAt", "person.role", "person.isOperator"])
    .where("session.id", "=", sessionId)
    .where("session.endedAt", "is", null)
    .where("person.blockedAt", "is", null)
    .executeTakeFirst();
  return session ?? null;
}
