import { PdfDropZone } from "./pdf-drop-zone.tsx";
import { UploadProgress } from "./upload-progress.tsx";
import type { PdfUpload } from "./use-pdf-upload.ts";

type PdfPickerProps = { upload: Pick<PdfUpload, "file" | "problem" | "choose" | "isSending" | "share"> };

/** The drop zone of an upload, replaced by its progress while the file is being sent. */
export function PdfPicker({ upload: { file, problem, choose, isSending, share: progress } }: PdfPickerProps) {
  if (isSending && file) return <UploadProgress name={file.name} progress={progress} />;
  return <PdfDropZone file={file} problem={problem} onChoose={choose} />;
}
