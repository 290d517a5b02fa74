import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { BoardPointer } from "@greenroom/contract/room/whiteboard.ts";

/** The part of the board that this page shows. */
export type BoardView = Pick<
  ReturnType<ExcalidrawImperativeAPI["getAppState"]>,
  "width" | "height" | "scrollX" | "scrollY" | "zoom"
>;

/** The arrow's size in pixels: it stays inside the board as a whole. */
const arrow = { width: 14, height: 18 };

/** Where a point of the board is in this page, from the board's corner. A point outside is shown at the nearest edge. */
export function placePointer(
  { x, y }: BoardPointer,
  { width, height, scrollX, scrollY, zoom }: BoardView,
): { left: number; top: number; isOutside: boolean } {
  const [pointLeft, pointTop] = [(x + scrollX) * zoom.value, (y + scrollY) * zoom.value];
  const left = Math.max(0, Math.min(pointLeft, width - arrow.width));
  const top = Math.max(0, Math.min(pointTop, height - arrow.height));
  return { left, top, isOutside: left !== pointLeft || top !== pointTop };
}
