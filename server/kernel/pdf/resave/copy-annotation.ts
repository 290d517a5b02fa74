import { PDFArray, PDFDict, PDFHexString, PDFName, type PDFObject, PDFString } from "pdf-lib";
import type { ObjectCopier } from "./object-copier.ts";
import { PdfRefusal } from "./refusal.ts";

/** Notes and marks that people leave in a PDF. They are drawn, and clicking them does nothing. */
const marks = new Set([
  ...["Text", "FreeText", "Highlight", "Underline", "Squiggly", "StrikeOut", "Caret", "Stamp", "Ink"],
  ...["Line", "Square", "Circle", "Polygon", "PolyLine", "Watermark"],
]);

const commonEntries = [
  "Type",
  "Subtype",
  "Rect",
  "Contents",
  "NM",
  "M",
  "F",
  "AP",
  "AS",
  "Border",
  "C",
  "OC",
];
const linkEntries = [...commonEntries, "BS", "H", "QuadPoints", "StructParent"];
const markEntries = [
  ...commonEntries,
  ...[
    "CA",
    "ca",
    "T",
    "CreationDate",
    "Subj",
    "QuadPoints",
    "InkList",
    "L",
    "LE",
    "Vertices",
    "IC",
    "BS",
    "BE",
  ],
  ...["RD", "DA", "DS", "Q", "CL", "IT", "Name", "StructParent"],
];

const allowedLink = /^(https?:\/\/|mailto:|tel:)[\x21-\x7e]+$/i;

const name = (text: string) => PDFName.of(text);

/**
 * The copy of an annotation. Null for one that is left out: a note's pop-up, or a link to something other than a
 * page of this file, a web page, a mail address or a telephone number. Throws a `PdfRefusal` for a form field.
 */
export function copyAnnotation(copier: ObjectCopier, annotation: PDFDict): PDFDict | null {
  const subtype = copier.source.lookup(annotation.get(name("Subtype")));
  const kind = subtype instanceof PDFName ? subtype.decodeText() : "";
  if (kind === "Widget") throw new PdfRefusal("form");
  if (kind === "Link") return copyLink(copier, annotation);
  return marks.has(kind) ? copier.pick(annotation, markEntries) : null;
}

function copyLink(copier: ObjectCopier, annotation: PDFDict): PDFDict | null {
  const { source, target } = copier;
  const copy = copier.pick(annotation, linkEntries);
  const action = source.lookup(annotation.get(name("A")));
  const address = action instanceof PDFDict ? readAddress(source.lookup(action.get(name("URI")))) : null;
  if (address !== null) {
    copy.set(name("A"), target.obj({ S: "URI", URI: PDFString.of(address) }));
    return copy;
  }
  const within = action instanceof PDFDict ? action.get(name("D")) : annotation.get(name("Dest"));
  const destination = source.lookup(within);
  if (!(destination instanceof PDFArray)) return null;
  copy.set(name("Dest"), copier.copy(destination));
  return copy;
}

/** The address of a link; null if a reader must not be sent there. */
function readAddress(value: PDFObject | undefined): string | null {
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return null;
  const address = Buffer.from(value.asBytes()).toString("latin1").trim();
  // Parentheses and backslashes are special characters in a PDF string.
  return allowedLink.test(address) ? address.replace(/[\\()]/g, "\\$&") : null;
}
