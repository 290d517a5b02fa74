import type { ChatMessage } from "@greenroom/contract/room/room.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../kernel/db/database.ts";
import type { RoomMessages } from "../kernel/db/types.ts";
import { maxChatBytes, maxChatMessages, maxWelcomeChatBytes } from "./rules.ts";

/** The most messages that a page gets when it joins. */
const maxWelcomeMessages = 500;

type NewMessage = Omit<Selectable<RoomMessages>, "position">;

const presentMessage = ({ sentAt, ...rest }: Omit<NewMessage, "bookingId">): ChatMessage => ({
  ...rest,
  sentAt: sentAt.toISOString(),
});

/** Stores a message once. Returns it, "full" at its sender's limit, or null for an id of somebody else. */
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
