import { type PDFContext, PDFParser } from "pdf-lib";
import { resetDecodeBudget } from "./decode-budget.ts";
import { withinParseBudget } from "./parse-budget.ts";
import { PdfRefusal } from "./refusal.ts";

/**
 * Parses an upload once, within the budget for unpacking. Throws a `PdfRefusal` for a file with data before or
 * after the PDF, for an encrypted one, and for one that pdf-lib cannot read.
 */
export async function parsePdf(content: Buffer): Promise<PDFContext> {
  checkEnds(content);
  if (isEncrypted(content)) throw new PdfRefusal("encrypted");
  resetDecodeBudget();
  const context = await parse(content);
  if (context.trailerInfo.Encrypt !== undefined) throw new PdfRefusal("encrypted");
  return context;
}

async function parse(content: Buffer): Promise<PDFContext> {
  const { stackTraceLimit } = Error;
  // Between objects the parser throws and catches an error for every digit, and the stack traces would cost
  // the most.
  Error.stackTraceLimit = 0;
  try {
    // The parser is synchronous, so nothing else runs in this process.
    return await withinParseBudget(() =>
      PDFParser.forBytesWithOptions(content, Number.POSITIVE_INFINITY, true).parseDocument(),
    );
  } catch (error) {
    if (error instanceof PdfRefusal) throw error;
    // The parser can fail on a damaged or hostile file in many ways, which all mean the same to the sender.
    throw new PdfRefusal("broken");
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

function checkEnds(content: Buffer): void {
  const end = content.lastIndexOf("%%EOF");
  const isPdf = content.subarray(0, 5).toString("latin1") === "%PDF-" && end !== -1;
  if (!isPdf || !content.subarray(end + 5).every(isPadding)) throw new PdfRefusal("not-pdf");
}

function isPadding(byte: number): boolean {
  return byte === 0 || byte === 32 || (byte >= 9 && byte <= 13);
}

/** If a file contains the word more often, we stop looking; the parser then calls it damaged. */
const maxEncryptEntries = 1_000;

/**
 * In an encrypted file even the object streams are encrypted, so the parser would call it damaged. The
 * trailer's dictionary is never compressed, so its `/Encrypt` entry is readable.
 */
function isEncrypted(content: Buffer): boolean {
  let at = content.indexOf("/Encrypt");
  for (let tries = 0; at !== -1 && tries < maxEncryptEntries; tries += 1) {
    if (/^\s*(\d+\s+\d+\s+R|<<)/.test(content.subarray(at + 8, at + 48).toString("latin1"))) return true;
    at = content.indexOf("/Encrypt", at + 8);
  }
  return false;
}
