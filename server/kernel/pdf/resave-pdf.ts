import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFStreamWriter,
  PDFString,
} from "pdf-lib";
import { PdfRefusal, parsePdf, type RefusalReason, readPages, type SourcePage } from "./parse-pdf.ts";

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

/** Keys that trigger an action automatically. Attachments are not among them: they are left out of the copy. */
const activeKeys = new Set(["JS", "JavaScript", "AA", "RichMedia", "XFA"]);

/** Types of actions and annotations that do more than show a page or follow a link. */
const activeTypes = new Set([
  ...["JavaScript", "Launch", "ImportData", "SubmitForm", "ResetForm", "GoToE", "GoToR"],
  ...["Rendition", "Movie", "Sound", "Screen", "3D", "RichMedia", "RichMediaExecute"],
]);

const typeKeys = new Set([PDFName.of("S"), PDFName.of("Subtype"), PDFName.of("Type")]);

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

declare module "../../workers/worker-pool.ts" {
  interface Tasks {
    resavePdf: typeof resavePdf;
  }
}

export type Resaved = { kind: "saved"; content: Uint8Array } | { kind: "refused"; reason: RefusalReason };

interface ResaveInput {
  content: Uint8Array;
  /** The new file may not be larger than this. */
  maxBytes: number;
}

const objectsPerStream = 200;
const maxTitleLength = 200;

/** The entries that are needed to draw a page. `Resources`, the boxes and `Rotate` may be inherited. */
const pageEntries = ["Contents", "UserUnit", "Group", "StructParents", "Tabs"];
/**
 * The entries that a reader needs besides the pages: layers, tags for screen readers, the language, page numbers.
 */
const catalogEntries = ["OCProperties", "StructTreeRoot", "MarkInfo", "Lang", "PageLabels"];

/**
 * Rewrites an uploaded PDF: the pages with everything that draws them, their notes and links, tags, layers and the
 * title. Nothing else of the sender's file is copied, so other programs cannot read anything that we did not check.
 */
export async function resavePdf({ content, maxBytes }: ResaveInput): Promise<Resaved> {
  try {
    const source = await parsePdf(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
    refuseActiveContent(source);
    const saved = await copyDocument(source);
    if (saved.length > maxBytes) throw new PdfRefusal("too-large");
    return { kind: "saved", content: saved };
  } catch (error) {
    if (error instanceof PdfRefusal) return { kind: "refused", reason: error.reason };
    // The nesting is too deep for our own recursion too.
    if (error instanceof RangeError) return { kind: "refused", reason: "broken" };
    throw error;
  }
}

async function copyDocument(source: PDFContext): Promise<Uint8Array> {
  const catalog = source.lookup(source.trailerInfo.Root);
  if (!(catalog instanceof PDFDict)) throw new PdfRefusal("broken");
  refuseForm(source, catalog);
  const pages = readPages(source, catalog);
  const target = PDFContext.create();
  const copier = createObjectCopier(source, target);
  const newRefs = pages.map(({ ref }) => {
    const to = target.nextRef();
    // Redirects links and tags that point to a page to its copy.
    if (ref !== null) copier.replace(ref, to);
    return to;
  });
  const tree = target.register(target.obj({ Type: "Pages", Count: pages.length, Kids: newRefs }));
  for (const [index, page] of pages.entries()) {
    const copy = copyPage(copier, page);
    copy.set(name("Parent"), tree);
    target.assign(newRefs[index] as never, copy);
  }
  const newCatalog = copier.pick(catalog, catalogEntries);
  newCatalog.set(name("Type"), name("Catalog"));
  newCatalog.set(name("Pages"), tree);
  copier.finish();
  target.trailerInfo.Root = target.register(newCatalog);
  target.trailerInfo.Info = target.register(copyTitle(source, target, newCatalog));
  return await PDFStreamWriter.forContext(
    target,
    Number.POSITIVE_INFINITY,
    true,
    objectsPerStream,
  ).serializeToBuffer();
}

/**
 * A copy would lose the meaning of filled-in fields and the validity of a signature, without the sender
 * noticing.
 */
function refuseForm(source: PDFContext, catalog: PDFDict): void {
  const form = source.lookup(catalog.get(name("AcroForm")));
  const fields = form instanceof PDFDict ? source.lookup(form.get(name("Fields"))) : undefined;
  if (fields instanceof PDFArray && fields.size() > 0) throw new PdfRefusal("form");
}

function copyPage(copier: ObjectCopier, { dict, inherited }: SourcePage): PDFDict {
  if (!inherited.has(name("MediaBox"))) throw new PdfRefusal("broken");
  const copy = copier.pick(dict, pageEntries);
  copy.set(name("Type"), name("Page"));
  for (const [key, value] of inherited) copy.set(key, copier.copy(value));
  const annotations = copier.source.lookup(dict.get(name("Annots")));
  if (annotations instanceof PDFArray)
    copy.set(name("Annots"), copyAnnotations(copier, annotations.asArray()));
  return copy;
}

function copyAnnotations(copier: ObjectCopier, entries: PDFObject[]): PDFArray {
  const { source, target } = copier;
  const copies = PDFArray.withContext(target);
  for (const entry of entries) {
    const annotation = source.lookup(entry);
    const copy = annotation instanceof PDFDict ? copyAnnotation(copier, annotation) : null;
    if (copy === null) continue;
    const to = target.register(copy);
    // Redirects tags that belong to a link to its copy.
    if (entry !== annotation) copier.replace(entry as never, to);
    copies.push(to);
  }
  return copies;
}

/**
 * Copies only the title, because author, program and dates are private. A file with a title shows it in the
 * window.
 */
function copyTitle(source: PDFContext, target: PDFContext, catalog: PDFDict): PDFDict {
  const info = source.lookup(source.trailerInfo.Info);
  const value = info instanceof PDFDict ? source.lookup(info.get(name("Title"))) : undefined;
  const isText = value instanceof PDFString || value instanceof PDFHexString;
  const title = isText ? value.decodeText().replace(/\p{C}/gu, "").trim().slice(0, maxTitleLength) : "";
  if (title === "") return target.obj({});
  catalog.set(name("ViewerPreferences"), target.obj({ DisplayDocTitle: true }));
  return target.obj({ Title: PDFHexString.fromText(title) });
}
