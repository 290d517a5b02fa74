import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject, PDFStream } from "pdf-lib";
import { PdfRefusal } from "./refusal.ts";

/** Keys that trigger an action automatically, or that embed another file. */
const activeKeys = new Set(["JS", "JavaScript", "AA", "EmbeddedFiles", "EmbeddedFile", "RichMedia", "XFA"]);

/** Types of actions and annotations that do more than show a page or follow a link. */
const activeTypes = new Set([
  ...["JavaScript", "Launch", "ImportData", "SubmitForm", "ResetForm", "GoToE", "GoToR"],
  ...["Rendition", "Movie", "Sound", "Screen", "3D", "RichMedia", "RichMediaExecute"],
  ...["EmbeddedFile", "FileAttachment", "Filespec"],
]);

const typeKeys = new Set([PDFName.of("S"), PDFName.of("Subtype"), PDFName.of("Type")]);

/** Deeper nesting than any program writes. */
const maxDepth = 100;

/**
 * Throws a `PdfRefusal` if any object of the file is active content, even an unreachable one, so that the sender
 * learns about it. Readers are protected from scripts because the re-saved file contains only what `resavePdf`
 * copies.
 */
export function refuseActiveContent(context: PDFContext): void {
  for (const [, object] of context.enumerateIndirectObjects()) checkObject(object, 0);
}

/** Checks this one object; objects that it refers to are checked separately. */
function checkObject(object: PDFObject, depth: number): void {
  if (depth > maxDepth) throw new PdfRefusal("broken");
  if (object instanceof PDFStream) checkObject(object.dict, depth + 1);
  else if (object instanceof PDFArray) for (const entry of object.asArray()) checkObject(entry, depth + 1);
  else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) {
      if (activeKeys.has(key.decodeText()) && !isEmpty(value)) throw new PdfRefusal("active");
      if (typeKeys.has(key) && value instanceof PDFName && activeTypes.has(value.decodeText())) {
        throw new PdfRefusal("active");
      }
      checkObject(value, depth + 1);
    }
  }
}

function isEmpty(value: PDFObject): boolean {
  if (value instanceof PDFDict) return value.keys().length === 0;
  return value instanceof PDFArray && value.size() === 0;
}
