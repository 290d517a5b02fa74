/** The fields of an element that an outline is read from; Excalidraw's elements fit. */
export interface OutlineElement {
  readonly id: string;
  readonly type: string;
  readonly isDeleted: boolean;
  readonly containerId?: string | null;
  readonly originalText?: string;
  readonly startBinding?: { readonly elementId: string } | null;
  readonly endBinding?: { readonly elementId: string } | null;
}

export interface OutlineBox {
  id: string;
  /** Its text; empty for a box without one. */
  name: string;
  /** Its title in this outline, different from all others. */
  title: string;
}

export interface OutlineLink {
  id: string;
  from: OutlineBox;
  to: OutlineBox;
  label: string;
}

export interface Outline {
  boxes: OutlineBox[];
  links: OutlineLink[];
  /** Texts that stand alone. */
  texts: { id: string; text: string }[];
  /** Pen strokes, lines, and arrows that do not join two boxes. */
  drawingCount: number;
}

const boxTypes: readonly string[] = ["rectangle", "diamond", "ellipse"];

/** The board in words: its boxes by their texts, and which leads to which. */
export function readOutline(elements: readonly OutlineElement[]): Outline {
  const shown = elements.filter(({ isDeleted }) => !isDeleted);
  const labels = new Map(
    shown.flatMap(({ containerId, originalText }) =>
      containerId ? [[containerId, (originalText ?? "").trim()] as const] : [],
    ),
  );
  const boxes = nameBoxes(
    shown.filter(({ type }) => boxTypes.includes(type)).map(({ id }) => ({ id, name: labels.get(id) ?? "" })),
  );
  const boxById = new Map(boxes.map((box) => [box.id, box]));
  const links = shown.flatMap(({ id, type, startBinding, endBinding }) => {
    const from = type === "arrow" ? boxById.get(startBinding?.elementId ?? "") : undefined;
    const to = boxById.get(endBinding?.elementId ?? "");
    return from === undefined || to === undefined ? [] : [{ id, from, to, label: labels.get(id) ?? "" }];
  });
  const texts = shown.flatMap(({ id, type, containerId, originalText }) =>
    type === "text" && !containerId && originalText?.trim() ? [{ id, text: originalText.trim() }] : [],
  );
  const drawingCount =
    shown.filter(({ type }) => ["freedraw", "line", "arrow"].includes(type)).length - links.length;
  return { boxes, links, texts, drawingCount };
}

/** Tells boxes of the same name apart by a number, and those without a name by their place. */
function nameBoxes(boxes: readonly Omit<OutlineBox, "title">[]): OutlineBox[] {
  const counts = new Map<string, number>();
  return boxes.map((box, index) => {
    if (box.name === "") return { ...box, title: `Box ${index + 1}, without a name` };
    const name = box.name.replace(/\s+/g, " ");
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { ...box, title: count === 1 ? name : `${name} (${count})` };
  });
}

/** "Feature store → Trainer" */
export function linkTitle({ from, to }: OutlineLink): string {
  return `${from.title} → ${to.title}`;
}

/** A sentence about the strokes and lines that the outline leaves out; null if there are none. */
export function drawingText({ drawingCount }: Outline): string | null {
  if (drawingCount === 0) return null;
  return `Also drawn: ${drawingCount} ${drawingCount === 1 ? "line or stroke" : "lines and strokes"}.`;
}
