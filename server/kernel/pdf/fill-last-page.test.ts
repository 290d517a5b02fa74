import { expect, it } from "vitest";
import { fillLastPage, type Layout } from "./fill-last-page.ts";
import type { PdfDocument } from "./pdf-document.ts";

it.each([
  ["a long document once, because each layout takes as long as the document", 6, 1],
  ["a short one in each layout that could fill its last page", 5, 21],
])("writes %s", async (_, pageCount, times) => {
  const layouts: Layout[] = [];
  await fillLastPage(20, async (layout) => {
    layouts.push(layout);
    return { pageCount, usedShare: 0.1 } as PdfDocument;
  });
  expect(layouts).toHaveLength(times);
});
