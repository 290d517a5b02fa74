import type { ChatMessage } from "@greenroom/contract/rooms/room-messages.ts";
import type { Database, Tx } from "../../db/database.ts";

const defaultMessageLimit = 500;

interface NewMessage {
  id: string;
  bookingId: string;
  senderId: string;
  body: string;
  sentAt: Date;
}

interface MessageRow {
  id: string;
  senderId: string;
  body: string;
  sentAt: Date;
}

const presentMessage = ({ sentAt, ...rest }: MessageRow): ChatMessage => ({
  ...rest,
  sentAt: sentAt.toISOString(),
});

/** Stores a message once. Returns the stored message, or null if its id belongs to someone else's message. */
export async function insertMessageOnce(
  database: Database | Tx,
  message: NewMessage,
): Promise<ChatMessage | null> {
  await database
    .insertInto("roomMessages")
    .values(message)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const stored = await database
    .selectFrom("roomMessages")
    .select(["id", "senderId", "body", "sentAt"])
    .where("id", "=", message.id)
    .where("bookingId", "=", message.bookingId)
    .where("senderId", "=", message.senderId)
    .executeTakeFirst();
  return stored === undefined ? null : presentMessage(stored);
}

/** The messages of a room, oldest first; by default only the newest 500. */
export async function selectMessages(
  database: Database,
  bookingId: string,
  limit = defaultMessageLimit,
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
