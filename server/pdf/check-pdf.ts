import { onlyPdf } from "@greenroom/contract/feedback.ts";
import { AppError } from "../http/errors.ts";
import type { SentFile } from "../http/take-upload.ts";
import { inspectPdf } from "./inspect-pdf.ts";

const refused = (why?: string) =>
  new AppError("unsupported_media_type", { msg: why === undefined ? onlyPdf : `${onlyPdf} ${why}` });

/**
 * Throws unless this is a PDF by name, by declared type, and by what is in it from the first byte to the last: other
 * formats that hide in front of or behind a PDF are refused, and so are encrypted ones, which nobody could read, cut
 * or empty ones, and those that would do something by themselves when opened.
 */
export async function checkPdf(sent: SentFile): Promise<void> {
  checkEnvelope(sent);
  const finding = await inspectPdf(sent.content);
  if (finding === "broken") throw refused("This one is damaged or cut short: please export it again.");
  if (finding === "empty") throw refused("This one has no pages.");
  if (finding === "active") {
    throw refused("This one has scripts, launch actions or embedded files: please export it without them.");
  }
}

/** What a PDF must say of itself: by name, by declared type and by its first bytes. */
export function checkHead({
  fileName,
  contentType,
  head,
}: Omit<SentFile, "content"> & { head: Buffer }): void {
  const saysSo = /\.pdf$/i.test(fileName) && contentType.toLowerCase() === "application/pdf";
  if (!saysSo || head.subarray(0, 5).toString("latin1") !== "%PDF-") throw refused();
}

/** The checks that need no parser: name, type, first bytes, last bytes, encryption. */
export function checkEnvelope({ content, ...said }: SentFile): void {
  checkHead({ ...said, head: content });
  const end = content.lastIndexOf("%%EOF");
  if (end === -1 || !/^[\s\0]*$/.test(content.subarray(end + 5).toString("latin1"))) throw refused();
  if (isEncrypted(content)) {
    throw refused("This one is encrypted: please upload it without a password.");
  }
}

/** The trailer's dictionary is never compressed, so its `/Encrypt` entry stands in plain bytes. */
function isEncrypted(content: Buffer): boolean {
  for (let at = content.indexOf("/Encrypt"); at !== -1; at = content.indexOf("/Encrypt", at + 8)) {
    if (/^\s*(\d+\s+\d+\s+R|<<)/.test(content.subarray(at + 8, at + 48).toString("latin1"))) return true;
  }
  return false;
}
