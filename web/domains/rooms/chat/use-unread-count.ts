import type { Room } from "@greenroom/contract/meetings.ts";
import type { ChatMessage } from "@greenroom/contract/rooms/room-messages.ts";
import { useEffect } from "react";
import { openStorage } from "../../../session/browser-storage.ts";
import { countUnread } from "./count-unread.ts";

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
