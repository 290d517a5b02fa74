import type { ChatMessage } from "@greenroom/contract/room-messages.ts";
import type { Database, Tx } from "../../db/database.ts";

const shownMessages = 500;

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

const present = ({ sentAt, ...rest }: MessageRow): ChatMessage => ({ ...rest, sentAt: sentAt.toISOString() });

/** Keeps a message, once; answers the one that stands, or null when its id is somebody else's. */
export async function keepMessage(database: Database, message: NewMessage): Promise<ChatMessage | null> {
  await database
    .insertInto("roomMessages")
    .values(message)
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const standing = await database
    .selectFrom("roomMessages")
    .select(["id", "senderId", "body", "sentAt"])
    .where("id", "=", message.id)
    .where("bookingId", "=", message.bookingId)
    .where("senderId", "=", message.senderId)
    .executeTakeFirst();
  return standing === undefined ? null : present(standing);
}

/** What was said in a room, oldest first; the newest 500 unless told. */
export async function selectMessages(
  database: Database,
  bookingId: string,
  limit = shownMessages,
): Promise<ChatMessage[]> {
  const rows = await database
    .selectFrom("roomMessages")
    .select(["id", "senderId", "body", "sentAt"])
    .where("bookingId", "=", bookingId)
    .orderBy("position", "desc")
    .limit(limit)
    .execute();
  return rows.reverse().map(present);
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

export async function putNote(database: Database, note: Note): Promise<void> {
  const { authorId, body, updatedAt } = note;
  await database
    .insertInto("roomNotes")
    .values(note)
    // A booking that moved to another interviewer starts with a blank page: nobody reads what another noted.
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ authorId, body, updatedAt }))
    .execute();
}

/** What a person said and noted in rooms, deleted for good. */
export async function deleteWords(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("roomMessages").where("senderId", "=", userId).execute();
  await tx.deleteFrom("roomNotes").where("authorId", "=", userId).execute();
  await tx.deleteFrom("roomCodeRuns").where("runnerId", "=", userId).execute();
}
