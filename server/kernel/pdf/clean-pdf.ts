import { maxPdfBytes, onlyPdfMessage } from "@greenroom/contract/kernel/pdf.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { findPdfStart, type UploadedFile, type UploadKind } from "../files.ts";
import type { RefusalReason } from "./parse-pdf.ts";

export const pdfTooLarge = "The file is too large: at most 10 MB.";

/** The explanation after "Only PDF files are supported." */
const explanations: Record<Exclude<RefusalReason, "not-pdf" | "too-large">, string> = {
  broken: "This one is damaged or cut short: please export it again.",
  empty: "This one has no pages.",
  encrypted: "This one needs a password: please save it without one.",
  active: "This one has scripts or launch actions: please export it without them.",
  form: "This one has form fields or a digital signature: please print it to a new PDF and upload that one.",
  "too-complex": "This one is too complex to check: please print it to a new PDF and upload that one.",
};

/** The checks that need only the name, the declared type and the first bytes. */
export function checkHead({
  fileName,
  contentType,
  head,
}: Omit<UploadedFile, "content"> & { head: Buffer }): void {
  const claimsPdf = /\.pdf$/i.test(fileName) && contentType.toLowerCase() === "application/pdf";
  if (!claimsPdf || findPdfStart(head) === -1) throw refused("not-pdf");
}

/**
 * Returns the uploaded PDF, rewritten by us (docs/decisions/0020-uploads-are-re-saved.md). Only the rewritten file
 * is stored, scanned and served. Throws `unsupported_media_type` for a file that is not a PDF or cannot be
 * rewritten faithfully, and `unavailable` if too many files wait.
 */
export async function cleanPdf(deps: Pick<Deps, "workers" | "log">, sent: UploadedFile): Promise<Buffer> {
  checkHead({ ...sent, head: sent.content });
  const resaved = await deps.workers
    .run("resavePdf", { content: sent.content, maxBytes: maxPdfBytes })
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      // Out of time or memory, or our own code failed on this file: the sender gets a message, and the log
      // has the details.
      deps.log.warn({ err: error }, "an uploaded PDF could not be checked");
      throw refused("too-complex");
    });
  if (resaved.kind === "refused") throw refused(resaved.reason);
  return Buffer.from(resaved.content.buffer, resaved.content.byteOffset, resaved.content.byteLength);
}

function refused(reason: RefusalReason): AppError {
  if (reason === "too-large") return new AppError("payload_too_large", { msg: pdfTooLarge });
  const msg = reason === "not-pdf" ? onlyPdfMessage : `${onlyPdfMessage} ${explanations[reason]}`;
  return new AppError("unsupported_media_type", { msg });
}

/** A PDF in this field of a form. `cleanPdf` checks the content once the whole file has arrived. */
export function pdfUpload(field: string): UploadKind {
  return { field, maxBytes: maxPdfBytes, tooLargeMessage: pdfTooLarge, checkHead };
}
