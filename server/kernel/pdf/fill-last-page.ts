import type { PdfDocument } from "./pdf-document.ts";

/** How tightly a document is set. */
export type Density = "normal" | "compact";

export interface Layout {
  density: Density;
  /** The index of the section that starts a new page, whatever room is left above it. */
  newPageBefore: number | null;
}

/** A last page that is filled less than this looks empty. */
const minLastPageShare = 0.4;
/** Each layout takes as long as the document, and the last page matters little to the reader of a longer one. */
const mostBalancedPages = 5;

/**
 * Lays a document out so that its last page does not hold only a few lines: on fewer pages by setting it tightly, or
 * else by starting the last page at an earlier section. `write` writes the whole document in a layout.
 */
export async function fillLastPage(
  sectionCount: number,
  write: (layout: Layout) => Promise<PdfDocument>,
): Promise<PdfDocument> {
  const normal = await write({ density: "normal", newPageBefore: null });
  if (normal.pageCount === 1 || normal.pageCount > mostBalancedPages) return normal;
  if (normal.usedShare >= minLastPageShare) return normal;
  const compact = await write({ density: "compact", newPageBefore: null });
  if (compact.pageCount < normal.pageCount) return compact;
  for (let section = sectionCount - 1; section > 0; section -= 1) {
    const balanced = await write({ density: "normal", newPageBefore: section });
    // Starting at a section that is already on the last page would add a page.
    if (balanced.pageCount === normal.pageCount && balanced.usedShare >= minLastPageShare) return balanced;
  }
  return normal;
}
