import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";
import type { BoardPointer } from "@greenroom/contract/room/whiteboard.ts";

declare global {
  interface Window {
    /** The address of Excalidraw's fonts; without it they come from a public network. */
    EXCALIDRAW_ASSET_PATH?: string;
  }
}

/** The path to which web/vite-plugins.ts copies the fonts. */
const assetPath = "/assets/whiteboard/";

/** Shown instead of a board that would stop the page. */
export const tooLargeBoard =
  "This whiteboard is too large to draw here. Everything else on this page works as usual.";

/** Loads a module that imports Excalidraw, after telling Excalidraw where its fonts are. */
export function loadBoardLibrary<Module>(load: () => Promise<Module>): Promise<Module> {
  window.EXCALIDRAW_ASSET_PATH = assetPath;
  return load();
}

/** The part of Excalidraw's API that is used here. */
interface FittedBoard {
  getAppState(): Pick<ReturnType<ExcalidrawImperativeAPI["getAppState"]>, "width" | "height">;
  getSceneElements(): ReturnType<ExcalidrawImperativeAPI["getSceneElements"]>;
  scrollToContent: ExcalidrawImperativeAPI["scrollToContent"];
}

/**
 * Scrolls so that the whole drawing is in view, below the toolbar. A board in another tab has no size, and Excalidraw
 * divides by the size of the drawing: for a straight line that is 0 / 0, after which its zoom is not a number and it
 * throws when the next shape is drawn. So the board is scrolled when it is shown again.
 */
export class FitToView {
  #isWaiting = false;

  fit(board: FittedBoard): void {
    this.#isWaiting = true;
    this.finish(board);
  }

  /** To be called whenever the board has changed, also its size. */
  finish(board: FittedBoard): void {
    const { width, height } = board.getAppState();
    if (!this.#isWaiting || width <= 0 || height <= 0) return;
    this.#isWaiting = false;
    const elements = board.getSceneElements();
    if (elements.length === 0) return;
    board.scrollToContent(elements, { fitToViewport: true, viewportZoomFactor: 0.7, maxZoom: 1 });
  }
}

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
