import { maxPdfBytes } from "@greenroom/contract/review/feedback.ts";
import type { UploadKind } from "../upload.ts";
import { checkHead, pdfTooLarge } from "./resave/clean-pdf.ts";

/** A PDF in this field of a form. `cleanPdf` checks the content once the whole file has arrived. */
export function pdfUpload(field: string): UploadKind {
  return { field, maxBytes: maxPdfBytes, tooLargeMessage: pdfTooLarge, checkHead };
}
