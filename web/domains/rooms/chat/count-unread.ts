import type { ChatMessage } from "@greenroom/contract/rooms/room-messages.ts";

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
