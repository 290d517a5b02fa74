import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";

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
