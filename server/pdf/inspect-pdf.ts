import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFRef, PDFStream } from "pdf-lib";
import { unpacksToLittle } from "./unpack-guard.ts";

type Finding = "fine" | "broken" | "empty" | "active";

/** Keys under which something happens by itself, or another file hides. */
const activeKeys = new Set(["JS", "JavaScript", "AA", "EmbeddedFiles", "EmbeddedFile", "RichMedia", "XFA"]);
/** Action and annotation types that do more than show a page or follow a link. */
const activeTypes = new Set([
  "JavaScript",
  "Launch",
  "ImportData",
  "SubmitForm",
  "ResetForm",
  "GoToE",
  "GoToR",
  "Rendition",
  "Movie",
  "Sound",
  "EmbeddedFile",
  "FileAttachment",
  "RichMedia",
  "Filespec",
]);

/**
 * Parses a PDF whole, object streams included, where a search of its bytes would find nothing, and walks its objects.
 * A file that has no working catalog and pages is "broken", cut ones among them.
 */
export async function inspectPdf(content: Buffer): Promise<Finding> {
  const document = await parse(content);
  if (document === null) return "broken";
  const objects = document.context.enumerateIndirectObjects();
  if (objects.some(([, object]) => isActive(object, 0))) return "active";
  return countPages(document);
}

async function parse(content: Buffer): Promise<PDFDocument | null> {
  if (!(await unpacksToLittle(content))) return null;
  try {
    return await PDFDocument.load(content, {
      throwOnInvalidObject: true,
      updateMetadata: false,
      parseSpeed: 200,
    });
  } catch {
    // Whatever the parser stumbles over is a file that we do not take; the caller says so.
    return null;
  }
}

/** Walks what stands in one object; what it refers to is another object of the list. */
function isActive(object: PDFObject, depth: number): boolean {
  if (depth > 100) return true;
  if (object instanceof PDFStream) return isActive(object.dict, depth + 1);
  if (object instanceof PDFArray) return object.asArray().some((entry) => isActive(entry, depth + 1));
  if (!(object instanceof PDFDict)) return false;
  return object.entries().some(([key, value]) => {
    if (activeKeys.has(key.decodeText()) && !isEmpty(value)) return true;
    const isType = key === PDFName.of("S") || key === PDFName.of("Subtype") || key === PDFName.of("Type");
    if (isType && value instanceof PDFName && activeTypes.has(value.decodeText())) return true;
    return isActive(value, depth + 1);
  });
}

function isEmpty(value: PDFObject): boolean {
  if (value instanceof PDFDict) return value.keys().length === 0;
  return value instanceof PDFArray && value.size() === 0;
}

/** Follows the page tree itself: a page that is named but missing means that the file was cut. */
function countPages(document: PDFDocument): Finding {
  const { context } = document;
  const catalog = context.trailerInfo.Root && context.lookup(context.trailerInfo.Root);
  if (!(catalog instanceof PDFDict)) return "broken";
  const seen = new Set<PDFObject>();
  let pages = 0;
  const queue: (PDFObject | undefined)[] = [catalog.get(PDFName.of("Pages"))];
  for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
    const node = entry instanceof PDFRef ? context.lookup(entry) : entry;
    if (!(node instanceof PDFDict) || seen.has(node)) return "broken";
    seen.add(node);
    const kids = context.lookup(node.get(PDFName.of("Kids")));
    if (kids instanceof PDFArray) queue.push(...kids.asArray());
    else if (!hasItsContents(document, node)) return "broken";
    else pages += 1;
  }
  return seen.size === 0 ? "broken" : pages === 0 ? "empty" : "fine";
}

function hasItsContents({ context }: PDFDocument, page: PDFDict): boolean {
  const contents = page.get(PDFName.of("Contents"));
  return contents === undefined || context.lookup(contents) !== undefined;
}
