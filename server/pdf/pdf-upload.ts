import { uploadBytes } from "@greenroom/contract/feedback.ts";
import type { UploadKind } from "../http/take-upload.ts";
import { checkHead } from "./check-pdf.ts";

/** A PDF in this field of a form. What is in it is for `checkPdf` to say, once it is here whole. */
export function pdfUpload(field: string): UploadKind {
  return { field, mostBytes: uploadBytes, tooLarge: "The file is too large: at most 10 MB.", checkHead };
}
