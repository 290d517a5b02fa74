import { fileRequired, onlyPdf, uploadBytes } from "@greenroom/contract/feedback.ts";

const megabyte = 1024 * 1024;

/** Why a file cannot be sent, in the spec's words; null when it can. The server looks inside, this only at the label. */
export function findFileProblem(file: Pick<File, "name" | "type" | "size"> | null): string | null {
  if (file === null) return fileRequired;
  // Some systems know no type for the ending; then the ending has to do.
  const isPdf = file.type === "application/pdf" || (file.type === "" && /\.pdf$/i.test(file.name));
  if (!isPdf) return onlyPdf;
  if (file.size > uploadBytes) return `This file is larger than ${uploadBytes / megabyte} MB.`;
  return null;
}

/** `1.4 MB`, `320 KB`. */
export function formatSize(bytes: number): string {
  return bytes >= megabyte ? `${(bytes / megabyte).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}
