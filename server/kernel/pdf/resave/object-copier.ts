import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from "pdf-lib";
import { PdfRefusal } from "./refusal.ts";

/** Copies objects of one file into a new one, together with everything they refer to. */
export interface ObjectCopier {
  readonly source: PDFContext;
  readonly target: PDFContext;
  /** Makes every reference to `from` point to `to` in the copy. */
  replace(from: PDFRef, to: PDFRef): void;
  /** Copies a value. `finish` copies what it refers to. */
  copy(value: PDFObject): PDFObject;
  /** Copies these entries of a dictionary, if present. */
  pick(dict: PDFDict, keys: readonly string[]): PDFDict;
  /** Copies everything that is referred to and not yet copied. */
  finish(): void;
}

/**
 * Entries that drawing, fonts and tags do not need, and that could lead to an action, another file or another
 * program's data.
 */
const droppedKeys = new Set(
  ["AA", "JS", "JavaScript", "OpenAction", "URI", "Launch", "EmbeddedFiles", "EF", "AF", "XFA", "AcroForm"]
    .concat(["Metadata", "PieceInfo", "OPI", "Ref", "Thumb"])
    .map((key) => PDFName.of(key)),
);
/** In a stream's dictionary these name an external file to read the stream from. */
const externalKeys = new Set(["F", "FFilter", "FDecodeParms"].map((key) => PDFName.of(key)));
/** Types that only `resavePdf` itself adds to the copy, after checking each object. */
const closedTypes = new Set(
  ["Catalog", "Pages", "Page", "Annot", "Action", "Filespec", "EmbeddedFile", "ObjStm", "XRef"].map((name) =>
    PDFName.of(name),
  ),
);
const [typeKey, subtypeKey, rectKey] = ["Type", "Subtype", "Rect"].map((key) => PDFName.of(key)) as [
  PDFName,
  PDFName,
  PDFName,
];
const maxDepth = 100;
/** Each page that inherits a large value copies it, so a small file could grow without limit. */
const maxCopies = 1_500_000;

export function createObjectCopier(source: PDFContext, target: PDFContext): ObjectCopier {
  const refs = new Map<PDFRef, PDFRef | typeof PDFNull>();
  const pending: { from: PDFObject; to: PDFRef }[] = [];
  let copies = 0;

  function copyRef(ref: PDFRef): PDFObject {
    const known = refs.get(ref);
    if (known !== undefined) return known;
    const object = source.lookup(ref);
    if (object === undefined || object instanceof PDFRef || isClosed(object)) {
      refs.set(ref, PDFNull);
      return PDFNull;
    }
    const to = target.nextRef();
    refs.set(ref, to);
    pending.push({ from: object, to });
    return to;
  }

  function isClosed(object: PDFObject): boolean {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return false;
    const type = source.lookup(dict.get(typeKey));
    if (type instanceof PDFName && closedTypes.has(type)) return true;
    // The type entry of an annotation is optional.
    return !(object instanceof PDFRawStream) && dict.has(subtypeKey) && dict.has(rectKey);
  }

  function copyValue(value: PDFObject, depth: number): PDFObject {
    copies += 1;
    if (copies > maxCopies) throw new PdfRefusal("too-complex");
    if (depth > maxDepth) throw new PdfRefusal("broken");
    if (value instanceof PDFRef) return copyRef(value);
    if (value instanceof PDFArray) {
      const copy = PDFArray.withContext(target);
      for (const entry of value.asArray()) copy.push(copyValue(entry, depth + 1));
      return copy;
    }
    if (value instanceof PDFRawStream) {
      const dict = copyDict(value.dict, depth + 1);
      for (const key of externalKeys) dict.delete(key);
      return PDFRawStream.of(dict, value.contents);
    }
    if (value instanceof PDFDict) return isClosed(value) ? PDFNull : copyDict(value, depth + 1);
    // Names, numbers, strings and the like are immutable and belong to no file.
    return value;
  }

  function copyDict(dict: PDFDict, depth: number): PDFDict {
    const copy = PDFDict.withContext(target);
    for (const [key, value] of dict.entries()) {
      if (!droppedKeys.has(key)) copy.set(key, copyValue(value, depth));
    }
    return copy;
  }

  return {
    source,
    target,
    replace: (from, to) => void refs.set(from, to),
    copy: (value) => copyValue(value, 0),
    pick(dict, keys) {
      const copy = PDFDict.withContext(target);
      for (const name of keys) {
        const key = PDFName.of(name);
        const value = dict.get(key);
        if (value !== undefined) copy.set(key, copyValue(value, 0));
      }
      return copy;
    },
    finish() {
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        target.assign(next.to, copyValue(next.from, 0));
      }
    },
  };
}
