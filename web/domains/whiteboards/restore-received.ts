import { restoreElements } from "@excalidraw/excalidraw";
import type { BoardElement } from "@greenroom/contract/rooms/whiteboard.ts";
import { limitPatterns } from "./limit-patterns.ts";

type RestoredElement = ReturnType<typeof restoreElements>[number];

/** Elements of the other participant or of the stored board as Excalidraw can show them, beside those that it shows. */
export function restoreReceived(
  received: readonly BoardElement[],
  shown: readonly RestoredElement[] = [],
): RestoredElement[] {
  // The contract's elements have the same fields, but not Excalidraw's branded types.
  return limitPatterns(restoreElements(received as never, null), shown);
}
