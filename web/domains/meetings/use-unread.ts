import type { Room } from "@greenroom/contract/meetings.ts";
import type { ChatMessage } from "@greenroom/contract/room-messages.ts";
import { useEffect } from "react";
import { draftStorage } from "../accounts/storage.ts";

/** How many messages of the other one have not been looked at in this tab, a reload included. */
export function useUnread(room: Room, chat: ChatMessage[], isLooking: boolean): number {
  const key = `greenroom.chat-seen.${room.bookingId}`;
  const otherId = room.parties.find(({ isYou }) => !isYou)?._id;
  const others = chat.filter(({ senderId }) => senderId === otherId);
  const newest = others.at(-1)?.id;
  useEffect(() => {
    if (isLooking && newest !== undefined) draftStorage.setItem(key, newest);
  }, [key, isLooking, newest]);
  if (isLooking) return 0;
  const seen = others.findIndex(({ id }) => id === draftStorage.getItem(key));
  return others.length - 1 - seen;
}
