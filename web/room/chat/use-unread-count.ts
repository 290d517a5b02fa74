import type { Room } from "@greenroom/contract/room/room.ts";
import type { ChatMessage } from "@greenroom/contract/room/room-messages.ts";
import { useEffect } from "react";
import { openStorage } from "../../session/browser-storage.ts";

/**
 * The newest message that this browser has shown, for the last room only. A new tab or a later visit reads
 * it.
 */
const storage = openStorage("localStorage");
const storageKey = "greenroom.chat-seen";

/** How many messages of the other participant this user has not seen yet. */
export function useUnreadCount(room: Room, chat: ChatMessage[], isChatOpen: boolean): number {
  const ownId = room.parties.find(({ isYou }) => isYou)?._id;
  const newest = chat.at(-1)?.id;
  useEffect(() => {
    if (isChatOpen && newest !== undefined) storage.setItem(storageKey, `${room.bookingId} ${newest}`);
  }, [room.bookingId, isChatOpen, newest]);
  if (isChatOpen) return 0;
  const [bookingId, seenId] = (storage.getItem(storageKey) ?? "").split(" ");
  return countUnread(chat, ownId, bookingId === room.bookingId ? seenId : undefined);
}

/**
 * The messages of others after the last one that was seen. Somebody who replied, perhaps on another device,
 * has seen everything before the reply.
 */
export function countUnread(
  chat: readonly Pick<ChatMessage, "id" | "senderId">[],
  ownId: string | undefined,
  seenId: string | undefined,
): number {
  const lastSeen = chat.findLastIndex(({ id, senderId }) => id === seenId || senderId === ownId);
  return chat.length - 1 - lastSeen;
}
