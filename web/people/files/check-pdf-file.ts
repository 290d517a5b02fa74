import { fileRequiredMessage, maxPdfBytes, onlyPdfMessage } from "@greenroom/contract/review/feedback.ts";

const megabyte = 1024 * 1024;

/**
 * Why a file cannot be uploaded, in the pinned words where there are any; null when it can. This checks only name, type
 * and size; the server checks the content.
 */
export function findFileProblem(file: Pick<File, "name" | "type" | "size"> | null): string | null {
  if (file === null) return fileRequiredMessage;
  // Some systems know no type for the extension; then the extension decides.
  const isPdf = file.type === "application/pdf" || (file.type === "" && /\.pdf$/i.test(file.name));
  if (!isPdf) return onlyPdfMessage;
  if (file.size === 0) return "This file is empty.";
  if (file.size > maxPdfBytes) return `This file is larger than ${maxPdfBytes / megabyte} MB.`;
  return null;
}

/** `1.4 MB`, `320 KB`. */
export function formatSize(bytes: number): string {
  return bytes >= megabyte ? `${(bytes / megabyte).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
