import { PDFObjectParser, PDFParser, PDFXRefStreamParser } from "pdf-lib";
import { PdfRefusal } from "./refusal.ts";

/* pdf-lib's parser reads some files in quadratic time: it goes back after a failed attempt, and a hostile
   file can make it fail at every byte. It also builds an object for each token, without a limit. We count
   both and refuse the file at a limit, so that the sender does not wait until the processor time is used
   up. Its input class is not exported, so we patch the methods that every attempt calls. A worker process
   parses one file at a time. */

/** Tokens of one file: objects at any depth, keys, and the numbers of headers and tables. */
const maxTokens = 400_000;
/** The characters of names, numbers and strings, which the parser appends one at a time. */
const maxTextBytes = 4 * 1024 * 1024;
/** Deeper nesting than any program writes. */
const maxDepth = 100;
/** Failed attempts to read an object's header between two objects; a valid file has few or none. */
const maxFailedHeaders = 20_000;
/** The parser goes back a few bytes when it looks for a keyword. Only longer rewinds count. */
const shortRewind = 16;
/** A valid file goes back over a stream whose length is wrong, and only once. */
const maxRewoundBytes = 12 * 1024 * 1024;

let tokens = 0;
let textBytes = 0;
/** The latest position at which the current name, number or string must end. */
let textEnd = Number.POSITIVE_INFINITY;
let depth = 0;
let failedHeaders = 0;
let rewoundBytes = 0;

/** Runs the parser within the limits. Throws a `PdfRefusal` at a limit, and any error of the parser. */
export async function withinParseBudget<T>(parse: () => Promise<T>): Promise<T> {
  reset();
  try {
    return await parse().finally(throwIfSpent);
  } finally {
    reset();
  }
}

function reset(): void {
  tokens = 0;
  textBytes = 0;
  textEnd = Number.POSITIVE_INFINITY;
  depth = 0;
  failedHeaders = 0;
  rewoundBytes = 0;
}

/** The parser catches some errors and continues or throws its own, so the caller checks again. */
function throwIfSpent(): void {
  const isSpent =
    tokens > maxTokens ||
    textBytes > maxTextBytes ||
    depth > maxDepth ||
    failedHeaders > maxFailedHeaders ||
    rewoundBytes > maxRewoundBytes;
  if (isSpent) throw new PdfRefusal("too-complex");
}

interface Input {
  idx: number;
  bytes: Uint8Array;
  moveTo(offset: number): void;
  next(): number | undefined;
  peek(): number | undefined;
}

/** Methods of pdf-lib's parsers that its types omit. */
type Method = (this: Parser) => unknown;
interface Parser {
  bytes: Input;
  parseObject: Method;
  parseRawInt: Method;
  parseRawNumber: Method;
  parseName: Method;
  parseString: Method;
  parseHexString: Method;
  matchIndirectObjectHeader: Method;
  parseEntries: Method;
}

const objectParser = PDFObjectParser.prototype as unknown as Parser;
const fileParser = PDFParser.prototype as unknown as Parser;
const tableParser = PDFXRefStreamParser.prototype as unknown as Parser;
const input = Object.getPrototypeOf(
  (PDFParser.forBytesWithOptions(new Uint8Array()) as unknown as Parser).bytes,
) as Input;
const { parseObject } = objectParser;
const { matchIndirectObjectHeader } = fileParser;
const { moveTo, next } = input;
if (
  [parseObject, matchIndirectObjectHeader, moveTo, next, tableParser.parseEntries].includes(
    undefined as never,
  )
)
  throw new Error("pdf-lib's parsers have changed");

objectParser.parseObject = function () {
  tokens += 1;
  depth += 1;
  // `depth` is not restored when an object cannot be parsed, because that fails the whole file.
  throwIfSpent();
  const object = parseObject.call(this);
  depth -= 1;
  return object;
};

for (const name of ["parseRawInt", "parseRawNumber", "parseName", "parseString", "parseHexString"] as const) {
  const parseText = objectParser[name];
  if (parseText === undefined) throw new Error("pdf-lib's parsers have changed");
  objectParser[name] = function () {
    tokens += 1;
    throwIfSpent();
    const start = this.bytes.idx;
    textEnd = start + maxTextBytes - textBytes;
    try {
      return parseText.call(this);
    } finally {
      textBytes += this.bytes.idx - start;
      textEnd = Number.POSITIVE_INFINITY;
    }
  };
}

const [zero, nine, percent] = [0x30, 0x39, 0x25] as const;

fileParser.matchIndirectObjectHeader = function () {
  const byte = this.bytes.peek() ?? 0;
  // A header begins with a digit, perhaps after a comment. Anywhere else the attempt would cost an exception.
  if ((byte < zero || byte > nine) && byte !== percent) return false;
  if (matchIndirectObjectHeader.call(this)) return true;
  failedHeaders += 1;
  throwIfSpent();
  return false;
};

/** Omits the lines and columns that the parser counts for its messages. */
input.next = function () {
  if (this.idx > textEnd) {
    textBytes = Number.POSITIVE_INFINITY;
    throwIfSpent();
  }
  const byte = this.bytes[this.idx];
  this.idx += 1;
  return byte;
};

input.moveTo = function (offset) {
  const back = this.idx - offset;
  if (back > shortRewind) {
    rewoundBytes += back;
    throwIfSpent();
  }
  moveTo.call(this, offset);
};

/**
 * Skips the table's entries: the parser finds objects by reading the file from its start and needs no table, and a
 * table may claim a billion entries.
 */
tableParser.parseEntries = () => [];
