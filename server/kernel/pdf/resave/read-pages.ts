import { PDFArray, type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFRef } from "pdf-lib";
import { PdfRefusal } from "./refusal.ts";

/** A page of the sender's file with what it inherits from the page tree. */
export interface SourcePage {
  ref: PDFRef | null;
  dict: PDFDict;
  inherited: Map<PDFName, PDFObject>;
}

const inheritable = ["Resources", "MediaBox", "CropBox", "Rotate"].map((key) => PDFName.of(key));
const [kidsKey, countKey, contentsKey, pagesKey] = ["Kids", "Count", "Contents", "Pages"].map((key) =>
  PDFName.of(key),
) as [PDFName, PDFName, PDFName, PDFName];

/**
 * The pages in the order of the page tree. Throws a `PdfRefusal` if a page or its contents are missing, if a page
 * occurs twice, or if the number of pages differs from the stated one, because such a file was truncated or forged.
 */
export function readPages(context: PDFContext, catalog: PDFDict): SourcePage[] {
  const pages: SourcePage[] = [];
  const seen = new Set<PDFObject>();
  const pending: { entry: PDFObject | undefined; inherited: SourcePage["inherited"] }[] = [
    { entry: catalog.get(pagesKey), inherited: new Map() },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { entry } = next;
    const dict = context.lookup(entry);
    if (!(dict instanceof PDFDict) || seen.has(dict)) throw new PdfRefusal("broken");
    seen.add(dict);
    const inherited = new Map(next.inherited);
    for (const key of inheritable) {
      const value = dict.get(key);
      if (value !== undefined) inherited.set(key, value);
    }
    const kids = context.lookup(dict.get(kidsKey));
    if (kids instanceof PDFArray) {
      // Reversed, because pending entries are taken from the end.
      for (const kid of kids.asArray().reverse()) pending.push({ entry: kid, inherited });
      continue;
    }
    const contents = dict.get(contentsKey);
    if (contents !== undefined && context.lookup(contents) === undefined) throw new PdfRefusal("broken");
    pages.push({ ref: entry instanceof PDFRef ? entry : null, dict, inherited });
  }
  if (pages.length === 0) throw new PdfRefusal("empty");
  checkCount(context, catalog, pages.length);
  return pages;
}

function checkCount(context: PDFContext, catalog: PDFDict, found: number): void {
  const root = context.lookup(catalog.get(pagesKey));
  const count = root instanceof PDFDict ? context.lookup(root.get(countKey)) : undefined;
  if (count instanceof PDFNumber && count.asNumber() !== found) throw new PdfRefusal("broken");
}
