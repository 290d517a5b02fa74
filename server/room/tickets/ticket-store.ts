import { createHash } from "node:crypto";
import type { Database, Tx } from "../../kernel/db/database.ts";

interface Ticket {
  ticket: string;
  bookingId: string;
  sessionId: string;
  expiresAt: Date;
}

const hashTicket = (ticket: string) => createHash("sha256").update(ticket).digest();

/** Stores a ticket and deletes all expired ones. */
export async function insertTicket(tx: Tx, { ticket, ...held }: Ticket, now: Date): Promise<void> {
  await tx.deleteFrom("roomTickets").where("expiresAt", "<=", now).execute();
  await tx
    .insertInto("roomTickets")
    .values({ ticketHash: hashTicket(ticket), ...held })
    .execute();
}

/** Uses up a ticket. Of two concurrent uses, one succeeds. */
export async function consumeTicket(
  database: Database,
  ticket: string,
): Promise<Omit<Ticket, "ticket"> | null> {
  const taken = await database
    .deleteFrom("roomTickets")
    .where("ticketHash", "=", hashTicket(ticket))
    .returning(["bookingId", "sessionId", "expiresAt"])
    .executeTakeFirst();
  return taken ?? null;
}

/** The sign-in with which a person is in the room; null once it ended or its owner is blocked. */
export async function findActiveSession(database: Database, sessionId: string) {
  const session = await database
    .selectFrom("authSessions as session")
    .innerJoin("users as person", "person.id", "session.userId")
    .select(["session.userId", "session.lastSeenAt", "session.expiresAt", "person.role"])
    .where("session.id", "=", sessionId)
    .where("session.endedAt", "is", null)
    .where("person.blockedAt", "is", null)
    .executeTakeFirst();
  return session ?? null;
}
