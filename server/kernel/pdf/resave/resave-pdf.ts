import {
  PDFArray,
  PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFStreamWriter,
  PDFString,
} from "pdf-lib";
import { refuseActiveContent } from "./active-content.ts";
import { copyAnnotation } from "./copy-annotation.ts";
import { createObjectCopier, type ObjectCopier } from "./object-copier.ts";
import { parsePdf } from "./parse-pdf.ts";
import { readPages, type SourcePage } from "./read-pages.ts";
import { PdfRefusal, type RefusalReason } from "./refusal.ts";

declare module "../../../workers/worker-pool.ts" {
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

const name = (text: string) => PDFName.of(text);

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
