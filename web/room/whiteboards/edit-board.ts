import { convertToExcalidrawElements, newElementWith, restoreElements } from "@excalidraw/excalidraw";
import type { ExcalidrawImperativeAPI } from "@excalidraw/excalidraw/types";

type Elements = ReturnType<ExcalidrawImperativeAPI["getSceneElementsIncludingDeleted"]>;
type Element = Elements[number];

/* Changes of the board that the outline makes. Each returns all elements, to be shown with Excalidraw's
   `updateScene`. */

const box = { width: 200, height: 80 };
const gap = { x: 100, y: 80 };
const columns = 3;
/** The distance between an arrow's end and the box that it is bound to, in the board's pixels. */
const arrowGap = 6;

/** Adds a box at the first free place of a grid below and beside what is there. */
export function addBox(elements: Elements, name: string): Element[] {
  const place = findFreePlace(elements.filter(({ isDeleted }) => !isDeleted));
  const added = convertToExcalidrawElements([{ type: "rectangle", ...place, ...box, label: { text: name } }]);
  return [...elements, ...added] as Element[];
}

/** Replaces the text of a box, a link or a text; one without a text gets one. */
export function rename(elements: Elements, id: string, name: string): Element[] {
  const target = elements.find((element) => element.id === id);
  if (target === undefined) return [...elements];
  const text = target.type === "text" ? target : elements.find((element) => isLabelOf(element, id));
  if (text === undefined) return addLabel(elements, target, name);
  const renamed = elements.map((element) =>
    element.id === text.id && element.type === "text"
      ? newElementWith(element, { text: name, originalText: name })
      : element,
  );
  // Measures the text again and fits its box around it.
  return restoreElements(renamed as Element[], null, {
    refreshDimensions: true,
    repairBindings: true,
  }) as Element[];
}

export function addLink(elements: Elements, fromId: string, toId: string): Element[] {
  const from = elements.find(({ id }) => id === fromId);
  const to = elements.find(({ id }) => id === toId);
  if (from === undefined || to === undefined || from === to) return [...elements];
  const [start, end] = [edgeToward(from, to), edgeToward(to, from)];
  const [arrow] = convertToExcalidrawElements([
    {
      type: "arrow",
      x: start.x,
      y: start.y,
      width: Math.abs(end.x - start.x),
      height: Math.abs(end.y - start.y),
      points: [
        [0, 0],
        [end.x - start.x, end.y - start.y],
      ] as never,
    },
  ]);
  if (arrow === undefined) return [...elements];
  const bound = newElementWith(
    arrow as never,
    {
      startBinding: { elementId: fromId, focus: 0, gap: arrowGap, fixedPoint: null },
      endBinding: { elementId: toId, focus: 0, gap: arrowGap, fixedPoint: null },
    } as never,
  ) as Element;
  const linked = elements.map((element) =>
    element === from || element === to
      ? newElementWith(element, {
          boundElements: [...(element.boundElements ?? []), { id: bound.id, type: "arrow" }],
        })
      : element,
  );
  return [...linked, bound] as Element[];
}

/** Deletes an element with its text; with a box go the links that lead to and from it. */
export function remove(elements: Elements, id: string): Element[] {
  const gone = new Set([id]);
  for (const element of elements) {
    if (element.type !== "arrow") continue;
    if (element.startBinding?.elementId === id || element.endBinding?.elementId === id) gone.add(element.id);
  }
  return elements.map((element) =>
    !element.isDeleted && (gone.has(element.id) || [...gone].some((goneId) => isLabelOf(element, goneId)))
      ? newElementWith(element, { isDeleted: true })
      : element,
  ) as Element[];
}

function isLabelOf(element: Element, id: string): boolean {
  return element.type === "text" && element.containerId === id && !element.isDeleted;
}

function addLabel(elements: Elements, target: Element, name: string): Element[] {
  const { x, y, width, height } = target;
  const [made, text] = convertToExcalidrawElements([
    { type: "rectangle", x, y, width, height, label: { text: name } },
  ]);
  if (made === undefined || text === undefined) return [...elements];
  const label = newElementWith(text as never, { containerId: target.id } as never) as Element;
  const labelled = elements.map((element) =>
    element.id === target.id
      ? newElementWith(element, {
          boundElements: [...(element.boundElements ?? []), { id: label.id, type: "text" }],
        })
      : element,
  );
  return restoreElements([...labelled, label] as Element[], null, {
    refreshDimensions: true,
    repairBindings: true,
  }) as Element[];
}

function findFreePlace(shown: readonly Element[]): { x: number; y: number } {
  for (let index = 0; ; index += 1) {
    const x = (index % columns) * (box.width + gap.x);
    const y = Math.floor(index / columns) * (box.height + gap.y);
    const isTaken = shown.some(
      (other) =>
        x < other.x + other.width &&
        other.x < x + box.width &&
        y < other.y + other.height &&
        other.y < y + box.height,
    );
    if (!isTaken) return { x, y };
  }
}

/** The point on the edge of one box that lies toward the middle of another, just outside it. */
function edgeToward(from: Element, to: Element): { x: number; y: number } {
  const middle = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  const [dx, dy] = [to.x + to.width / 2 - middle.x, to.y + to.height / 2 - middle.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return middle;
  const scale = Math.min(
    dx === 0 ? Number.POSITIVE_INFINITY : from.width / 2 / Math.abs(dx),
    dy === 0 ? Number.POSITIVE_INFINITY : from.height / 2 / Math.abs(dy),
  );
  return {
    x: middle.x + dx * scale + (dx / length) * arrowGap,
    y: middle.y + dy * scale + (dy / length) * arrowGap,
  };
}
