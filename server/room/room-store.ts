import { createHash } from "node:crypto";
import type { ChatMessage } from "@greenroom/contract/room/room.ts";
import type { MarkLabel } from "@greenroom/contract/room/room-record.ts";
import { sql } from "kysely";
import type { Database, Tx } from "../kernel/db/database.ts";
import { newId } from "../kernel/ids.ts";
import { maxChatBytes, maxChatMessages, maxWelcomeChatBytes } from "./rules.ts";

/** The two parties, and when each was last seen in a current visit. */
export function selectParties(database: Database, bookingId: string) {
  return database
    .selectFrom("bookings as booking")
    .innerJoin("users as person", (join) =>
      join.on((on) =>
        on.or([
          on("person.id", "=", on.ref("booking.intervieweeId")),
          on("person.id", "=", on.ref("booking.interviewerId")),
        ]),
      ),
    )
    .leftJoin("roomVisits as visit", (join) =>
      join
        .onRef("visit.bookingId", "=", "booking.id")
        .onRef("visit.userId", "=", "person.id")
        .on("visit.leftAt", "is", null),
    )
    .leftJoin("bookingGoals as goals", "goals.bookingId", "booking.id")
    .select(["person.id", "person.firstName", "person.lastName", "visit.lastSeenAt", "goals.goal"])
    .where("booking.id", "=", bookingId)
    .execute();
}

interface Visit {
  bookingId: string;
  userId: string;
  now: Date;
  /** A visit last seen before this has ended, even if the person did not leave explicitly. */
  presentSince: Date;
}

/**
 * Starts a visit or extends the current one. A visit that timed out is closed at its last heartbeat, so that
 * durations stay accurate.
 */
export async function recordPresence(tx: Tx, visit: Visit): Promise<void> {
  const { bookingId, userId, now } = visit;
  await tx
    .updateTable("roomVisits")
    .set((update) => ({ leftAt: update.ref("lastSeenAt") }))
    .where("bookingId", "=", bookingId)
    .where("userId", "=", userId)
    .where("leftAt", "is", null)
    .where("lastSeenAt", "<", visit.presentSince)
    .execute();
  await tx
    .insertInto("roomVisits")
    .values({ id: newId(), bookingId, userId, enteredAt: now, lastSeenAt: now })
    .onConflict((conflict) =>
      conflict
        .columns(["bookingId", "userId"])
        .where("leftAt", "is", null)
        .doUpdateSet({ lastSeenAt: sql`greatest(room_visits.last_seen_at, excluded.last_seen_at)` }),
    )
    .execute();
}

/** Ends the current visit, if any: now, or at its last heartbeat if it timed out. */
export async function endVisit(database: Database, visit: Visit): Promise<void> {
  await database
    .updateTable("roomVisits")
    .set({
      leftAt: sql`case when last_seen_at < ${visit.presentSince}::timestamptz then last_seen_at else ${visit.now}::timestamptz end`,
      lastSeenAt: sql`case when last_seen_at < ${visit.presentSince}::timestamptz then last_seen_at else greatest(last_seen_at, ${visit.now}::timestamptz) end`,
    })
    .where("bookingId", "=", visit.bookingId)
    .where("userId", "=", visit.userId)
    .where("leftAt", "is", null)
    .execute();
}

/** When the interview was completed; null until then. */
export async function findCompletedAt(database: Database, bookingId: string): Promise<Date | null> {
  const booking = await database
    .selectFrom("bookings")
    .select("completedAt")
    .where("id", "=", bookingId)
    .executeTakeFirst();
  return booking?.completedAt ?? null;
}

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

/** The most messages that a page gets when it joins. */
const maxWelcomeMessages = 500;

interface NewMessage {
  id: string;
  bookingId: string;
  senderId: string;
  body: string;
  sentAt: Date;
}

const presentMessage = ({ sentAt, ...rest }: Omit<NewMessage, "bookingId">): ChatMessage => ({
  ...rest,
  sentAt: sentAt.toISOString(),
});

/**
 * Stores a message once. Returns the stored message; "full" if its sender has no room left in the interview's chat, or
 * null if its id belongs to someone else's message.
 */
export async function insertMessageOnce(
  database: Database | Tx,
  message: NewMessage,
): Promise<ChatMessage | "full" | null> {
  const { id, bookingId, senderId, body, sentAt } = message;
  const { rows } = await sql<{ isFull: boolean }>`
    with used as (
      select count(*) as messages, coalesce(sum(octet_length(body)), 0) as bytes
      from room_messages where booking_id = ${bookingId} and sender_id = ${senderId}
    ), fitting as (
      select from used where messages < ${maxChatMessages} and bytes + ${Buffer.byteLength(body)} <= ${maxChatBytes}
    ), stored as (
      insert into room_messages (id, booking_id, sender_id, body, sent_at)
      select ${id}::uuid, ${bookingId}::uuid, ${senderId}::uuid, ${body}, ${sentAt}::timestamptz from fitting
      on conflict (id) do nothing
    )
    select not exists (select from fitting) and not exists (select from room_messages where id = ${id}::uuid)
      as "isFull"`.execute(database);
  if (rows[0]?.isFull) return "full";
  const stored = await database
    .selectFrom("roomMessages")
    .select(["id", "senderId", "body", "sentAt"])
    .where("id", "=", message.id)
    .where("bookingId", "=", message.bookingId)
    .where("senderId", "=", message.senderId)
    .executeTakeFirst();
  return stored === undefined ? null : presentMessage(stored);
}

/** The newest part of a room's chat for a page that joins, oldest first. */
export async function selectWelcomeChat(
  database: Database,
  bookingId: string,
): Promise<{ chat: ChatMessage[]; hasEarlierChat: boolean }> {
  const messages = await selectMessages(database, bookingId, maxWelcomeMessages + 1);
  let bytes = 0;
  let first = messages.length;
  while (first > 0 && messages.length - first < maxWelcomeMessages) {
    bytes += Buffer.byteLength(messages[first - 1]?.body ?? "");
    if (bytes > maxWelcomeChatBytes) break;
    first -= 1;
  }
  return { chat: messages.slice(first), hasEarlierChat: first > 0 };
}

/** The newest messages of a room, oldest first. */
export async function selectMessages(
  database: Database,
  bookingId: string,
  limit: number,
): Promise<ChatMessage[]> {
  const rows = await database
    .selectFrom("roomMessages")
    .select(["id", "senderId", "body", "sentAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map(presentMessage);
}

export async function findNote(
  database: Database,
  bookingId: string,
  authorId: string,
): Promise<{ body: string; updatedAt: Date } | null> {
  const note = await database
    .selectFrom("roomNotes")
    .select(["body", "updatedAt"])
    .where("bookingId", "=", bookingId)
    .where("authorId", "=", authorId)
    .executeTakeFirst();
  return note ?? null;
}

interface Note {
  bookingId: string;
  authorId: string;
  body: string;
  updatedAt: Date;
}

export async function upsertNote(tx: Tx, note: Note): Promise<void> {
  const { authorId, body, updatedAt } = note;
  await tx
    .insertInto("roomNotes")
    .values(note)
    // A booking that moved to another interviewer starts with empty notes, so nobody reads the former interviewer's
    // notes.
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ authorId, body, updatedAt }))
    .execute();
}

/** Permanently deletes what a person said, noted and marked in rooms. */
export async function deleteRoomContent(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("roomMessages").where("senderId", "=", userId).execute();
  await tx.deleteFrom("roomNotes").where("authorId", "=", userId).execute();
  await tx.deleteFrom("roomMarks").where("authorId", "=", userId).execute();
}

interface Mark {
  id: string;
  bookingId: string;
  authorId: string;
  label: MarkLabel;
  note: string;
  markedAt: Date;
}

const columns = ["id", "bookingId", "authorId", "label", "note", "markedAt"] as const;

/** Stores a mark once. Returns the stored mark, or null if its id belongs to someone else's mark. */
export async function saveMark(tx: Tx, mark: Mark): Promise<Mark | null> {
  await tx
    .insertInto("roomMarks")
    .values(mark)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const stored = await tx
    .selectFrom("roomMarks")
    .select(columns)
    .where("id", "=", mark.id)
    .where("bookingId", "=", mark.bookingId)
    .where("authorId", "=", mark.authorId)
    .executeTakeFirst();
  return stored === undefined ? null : { ...stored, label: stored.label as MarkLabel };
}

/** The marks of an interview, oldest first. */
export async function selectMarks(database: Database | Tx, bookingId: string): Promise<Mark[]> {
  return await database
    .selectFrom("roomMarks")
    .select(columns)
    .where("bookingId", "=", bookingId)
    .orderBy("markedAt")
    .execute();
}
