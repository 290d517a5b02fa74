import { exportToSvg } from "@excalidraw/excalidraw";
import type { BoardElement } from "@greenroom/contract/room/whiteboard.ts";
import { restoreReceived } from "./restore-received.ts";

/**
 * Draws a stored board as SVG. Load this module with `loadBoardLibrary`. Texts use the fonts of the page: to
 * embed its own, Excalidraw would fetch them and compile WebAssembly.
 */
export async function drawBoard(elements: BoardElement[]): Promise<SVGSVGElement> {
  const svg = await exportToSvg({
    // Excalidraw computes the pattern of a deleted shape, too, and the limit of patterns does not count it.
    elements: restoreReceived(elements).filter(({ isDeleted }) => !isDeleted),
    appState: { exportBackground: false, exportWithDarkMode: false },
    files: null,
    skipInliningFonts: true,
  });
  // Without fonts it is empty, but the content-security policy refuses every style element.
  svg.querySelector(".style-fonts")?.remove();
  return svg;
}
