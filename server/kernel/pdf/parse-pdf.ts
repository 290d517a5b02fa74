import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFParser,
  PDFRawStream,
  PDFRef,
  PDFXRefStreamParser,
} from "pdf-lib";
import { findPdfStart } from "../files.ts";
import { type Decrypt, openEncryption } from "./decrypt-pdf.ts";

/** Why an uploaded PDF is not accepted. */
export type RefusalReason =
  | "not-pdf"
  | "broken"
  | "empty"
  | "encrypted"
  | "active"
  | "form"
  | "too-large"
  | "too-complex";

/** Stops the re-saving of a file from any depth; `resavePdf` turns it into its result. */
export class PdfRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

/* We patch methods of pdf-lib's parsers that its types omit. What a hostile file costs beyond that, the limits on a worker
   process's time and memory end. A worker process parses one file at a time. */

type Method = (this: Parser) => unknown;
interface Parser {
  bytes: { peek(): number | undefined };
  parseObject: Method;
  parseDict: Method;
  parseIndirectObjectHeader: Method;
  matchIndirectObjectHeader: Method;
  parseEntries: Method;
}

const objectParser = PDFObjectParser.prototype as unknown as Parser;
const fileParser = PDFParser.prototype as unknown as Parser;
const tableParser = PDFXRefStreamParser.prototype as unknown as Parser;
const { parseDict, parseObject } = objectParser;
const { matchIndirectObjectHeader, parseIndirectObjectHeader } = fileParser;
const { forStream } = PDFObjectStreamParser;
const patched = [parseDict, parseObject, matchIndirectObjectHeader, parseIndirectObjectHeader, forStream];
if ([...patched, tableParser.parseEntries].includes(undefined as never))
  throw new Error("pdf-lib's parsers have changed");

const lengthKey = PDFName.of("Length");
const [zero, nine, percent] = [0x30, 0x39, 0x25] as const;

fileParser.matchIndirectObjectHeader = function () {
  const byte = this.bytes.peek() ?? 0;
  // A header begins with a digit, perhaps after a comment. Anywhere else the attempt would cost an exception.
  return (byte >= zero && byte <= nine) || byte === percent ? matchIndirectObjectHeader.call(this) : false;
};

/**
 * Skips the table's entries: the parser finds objects by reading the file from its start and needs no table, and a
 * table may claim a billion entries.
 */
tableParser.parseEntries = () => [];

/* pdf-lib unpacks object and cross-reference streams while it parses, with its own decoders and without a
   limit: 256 kB can become gigabytes. All decoders grow one buffer through one method of their base class,
   so we count there, whatever filter a stream names and however it is written. */

/**
 * The limit for the object and cross-reference streams of one file, measured in buffers, which double as they
 * grow. A long thesis has about 5 MB of such streams.
 */
const maxUnpackedBytes = 32 * 1024 * 1024;

let unpackedBytes = 0;

class UnpacksTooMuch extends Error {
  override readonly name = "UnpacksTooMuch";
}

function resetDecodeBudget(): void {
  unpackedBytes = 0;
}

interface GrowingDecoder {
  buffer: Uint8Array;
  ensureBuffer(requested: number): Uint8Array;
}

const decoderBase = findDecoderBase();
const grow = decoderBase.ensureBuffer;
decoderBase.ensureBuffer = function (this: GrowingDecoder, requested: number): Uint8Array {
  const before = this.buffer.byteLength;
  if (requested <= before) return this.buffer;
  if (unpackedBytes + requested - before > maxUnpackedBytes) throw new UnpacksTooMuch();
  const grown = grow.call(this, requested);
  unpackedBytes += grown.byteLength - before;
  return grown;
};

/** pdf-lib does not export the class, but every decoder that it creates inherits from it. */
function findDecoderBase(): GrowingDecoder {
  const dict = PDFContext.create().obj({ Filter: PDFName.of("ASCIIHexDecode") });
  const decoder = decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()));
  const base = Object.getPrototypeOf(Object.getPrototypeOf(decoder)) as GrowingDecoder;
  if (!Object.hasOwn(base, "ensureBuffer")) throw new Error("pdf-lib's decoders have changed");
  return base;
}

/* An encrypted file is parsed twice: first without its object streams, for what the key follows from, and then with
   each object decrypted before pdf-lib unpacks it. */

type Reading = "plain" | "sealed" | { sealed: PDFContext; decrypt: Decrypt };
let reading: Reading = "plain";
/** The number of the object that is parsed next. */
let nextRef: PDFRef | null = null;

PDFObjectStreamParser.forStream = (stream, shouldWait) =>
  reading === "sealed"
    ? ({ parseIntoContext: async () => undefined } as PDFObjectStreamParser)
    : forStream(stream, shouldWait);

fileParser.parseIndirectObjectHeader = function () {
  const ref = parseIndirectObjectHeader.call(this);
  nextRef = ref as PDFRef;
  return ref;
};

fileParser.parseObject = function () {
  const ref = nextRef;
  nextRef = null;
  const object = parseObject.call(this) as PDFObject;
  return ref === null || typeof reading === "string" ? object : reading.decrypt(ref, object);
};

/** Without the length in place, the parser omits a line break before `endstream`, and it may belong to the data. */
fileParser.parseDict = function () {
  const dict = parseDict.call(this) as PDFDict;
  const length = dict.get(lengthKey);
  if (length instanceof PDFRef && typeof reading === "object") {
    dict.set(lengthKey, reading.sealed.lookup(length) ?? length);
  }
  return dict;
};

/**
 * Parses an upload, without what a server may have put before and after it. Throws a `PdfRefusal`
 * for a file that needs a password and for one that pdf-lib cannot read.
 */
export async function parsePdf(sent: Buffer): Promise<PDFContext> {
  const content = cutToPdf(sent);
  resetDecodeBudget();
  if (mentionsEncryption(content)) {
    const sealed = await parse(content, "sealed");
    if (sealed.trailerInfo.Encrypt !== undefined) {
      const decrypt = openEncryption(sealed);
      if (decrypt === null) throw new PdfRefusal("encrypted");
      return await parse(content, { sealed, decrypt });
    }
  }
  const context = await parse(content, "plain");
  if (context.trailerInfo.Encrypt !== undefined) throw new PdfRefusal("encrypted");
  return context;
}

async function parse(content: Buffer, how: Reading): Promise<PDFContext> {
  const { stackTraceLimit } = Error;
  // Between objects the parser throws and catches an error for every digit, and the stack traces would cost
  // the most.
  Error.stackTraceLimit = 0;
  reading = how;
  nextRef = null;
  try {
    // The parser is synchronous, so nothing else runs in this process.
    return await PDFParser.forBytesWithOptions(content, Number.POSITIVE_INFINITY, true).parseDocument();
  } catch (error) {
    if (error instanceof PdfRefusal) throw error;
    // The parser can fail on a damaged or hostile file in many ways, which all mean the same to the sender.
    throw new PdfRefusal("broken");
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    reading = "plain";
  }
}

function cutToPdf(content: Buffer): Buffer {
  const [start, end] = [findPdfStart(content), content.lastIndexOf("%%EOF")];
  if (start === -1) throw new PdfRefusal("not-pdf");
  if (end < start) throw new PdfRefusal("broken");
  return content.subarray(start, end + 5);
}

/** If a file contains the word more often, we stop looking; the parser then calls it damaged. */
const maxEncryptEntries = 1_000;

/** Whether the file may be encrypted: its trailer's dictionary is never compressed. */
function mentionsEncryption(content: Buffer): boolean {
  let at = content.indexOf("/Encrypt");
  for (let tries = 0; at !== -1 && tries < maxEncryptEntries; tries += 1) {
    if (/^\s*(\d+\s+\d+\s+R|<<)/.test(content.subarray(at + 8, at + 48).toString("latin1"))) return true;
    at = content.indexOf("/Encrypt", at + 8);
  }
  return false;
}

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
