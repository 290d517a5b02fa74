import { exportToSvg, restoreElements } from "@excalidraw/excalidraw";
import type { BoardElement } from "@greenroom/contract/rooms/whiteboard.ts";

/** Draws a stored board. Texts use the fonts of the page, so nothing is compiled or fetched for them. */
export async function drawBoard(elements: BoardElement[]): Promise<SVGSVGElement> {
  return await exportToSvg({
    elements: restoreElements(elements as never, null),
    appState: { exportBackground: false, exportWithDarkMode: false },
    files: null,
    skipInliningFonts: true,
  });
}
