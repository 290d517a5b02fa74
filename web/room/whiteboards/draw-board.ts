import { exportToSvg, restoreElements } from "@excalidraw/excalidraw";
import type { BoardElement } from "@greenroom/contract/room/whiteboard.ts";

/**
 * Draws a stored board as SVG. Load this module with `loadBoardLibrary`. Texts use the fonts of the page: to
 * embed its own, Excalidraw would fetch them and compile WebAssembly.
 */
export async function drawBoard(elements: BoardElement[]): Promise<SVGSVGElement> {
  const svg = await exportToSvg({
    // Excalidraw computes the pattern of a deleted shape, too.
    elements: restoreReceived(elements).filter(({ isDeleted }) => !isDeleted),
    appState: { exportBackground: false, exportWithDarkMode: false },
    files: null,
    skipInliningFonts: true,
  });
  // Without fonts it is empty, but the content-security policy refuses every style element.
  svg.querySelector(".style-fonts")?.remove();
  return svg;
}

type RestoredElement = ReturnType<typeof restoreElements>[number];

/** Elements of the other participant or of the stored board as Excalidraw can show them, beside those that it shows. */
export function restoreReceived(
  received: readonly BoardElement[],
  shown: readonly RestoredElement[] = [],
): RestoredElement[] {
  const states = new Map(received.map(({ id, version, versionNonce }) => [id, { version, versionNonce }]));
  // The contract's elements have the same fields, but not Excalidraw's branded types. Excalidraw gives an element without
  // an index of its own a new one, and a new version. Every page does the same, so nobody needs to hear of it.
  const restored = restoreElements(received as never, null).map((element) =>
    withoutRepeatedPoints({ ...element, ...states.get(element.id) }),
  );
  const all = new Map([...shown, ...restored].map((element) => [element.id, element]));
  return restored.map((element) => withoutFalseLabels(element, all));
}

/*
 * Nobody draws such elements by hand. From them Excalidraw would compute coordinates that are no numbers, which can
 * make the picture of the whole board empty.
 */

/** A piece of a line without a length has no direction for an arrowhead, and no middle for a label. */
function withoutRepeatedPoints(element: RestoredElement): RestoredElement {
  if (element.type !== "line" && element.type !== "arrow") return element;
  const points = element.points.filter(([x, y], at) => {
    const before = element.points[at - 1];
    return before === undefined || x !== before[0] || y !== before[1];
  });
  if (points.length < 2) return { ...element, isDeleted: true };
  if (points.length === element.points.length) return element;
  // The segments that are fixed count the points.
  return { ...element, points, ...("fixedSegments" in element && { fixedSegments: null }) };
}

/** A label is a text. */
function withoutFalseLabels(
  element: RestoredElement,
  all: ReadonlyMap<string, RestoredElement>,
): RestoredElement {
  const isFalse = ({ id, type }: { id: string; type: string }) =>
    type === "text" && (all.get(id)?.type ?? "text") !== "text";
  return element.boundElements?.some(isFalse)
    ? { ...element, boundElements: element.boundElements.filter((bound) => !isFalse(bound)) }
    : element;
}
