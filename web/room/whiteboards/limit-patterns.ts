import { lengthOf, sidesOf } from "@greenroom/contract/room/whiteboard.js";

/** The fields of an element that the cost of its fill is read from; Excalidraw's elements fit. */
interface FilledElement {
  readonly id: string;
  readonly isDeleted: boolean;
  readonly fillStyle: string;
  readonly backgroundColor: string;
  readonly strokeWidth: number;
  readonly width: number;
  readonly height: number;
  readonly points?: readonly (readonly [number, number])[];
}

/**
 * The patterned fills of a board together may cost this much: the squares of the shapes' longer sides, in the board's
 * pixels. Excalidraw draws each line of a pattern, so that one shape of 100,000 pixels stops the page for minutes.
 */
const maxPatternCost = 25_000_000;

/** The distance between the lines of a pattern that is drawn with the thinnest pen of the toolbar, in pixels. */
const usualGap = 4;
/** However thin the pen is, the lines are not closer. */
const smallestGap = 0.1;

/** The cost of a piece of a line in addition to its length. */
const pieceCost = 2_000;

/** Fills shapes of one color whose pattern would cost too much, in addition to the elements that are shown. */
export function limitPatterns<Element extends FilledElement>(
  received: readonly Element[],
  shown: readonly FilledElement[],
): Element[] {
  const replaced = new Set(received.map(({ id }) => id));
  let cost = 0;
  for (const element of shown) if (!replaced.has(element.id)) cost += patternCost(element);
  return received.map((element) => {
    const ownCost = patternCost(element);
    if (ownCost === 0 || cost + ownCost <= maxPatternCost) {
      cost += ownCost;
      return element;
    }
    return { ...element, fillStyle: "solid" };
  });
}

function patternCost(element: FilledElement): number {
  const { isDeleted, fillStyle, backgroundColor, strokeWidth } = element;
  if (isDeleted || fillStyle === "solid" || backgroundColor === "transparent") return 0;
  // Excalidraw draws the lines four pens apart.
  const gap = Math.max(4 * strokeWidth, smallestGap);
  const ink = Math.max(...sidesOf(element)) ** 2 * Math.max(1, usualGap / gap);
  // The outline of a stroke that turns back and forth cuts each line of the pattern into many pieces.
  return ink + (lengthOf(element.points ?? []) / gap / 2) * pieceCost;
}
