import type { BoardElement } from "@greenroom/contract/room/whiteboard.ts";
import type { RoomClient } from "./room-client.ts";

/** All elements that a page gets when it opens the board. */
export async function sync(page: RoomClient): Promise<BoardElement[]> {
  page.send({ type: "board-sync" });
  const elements: BoardElement[] = [];
  for (;;) {
    const message = await page.next("board-sync");
    elements.push(...message.elements);
    if (!message.more) return elements;
  }
}

export const draw = (page: RoomClient, ...elements: object[]) => page.send({ type: "board", elements });
