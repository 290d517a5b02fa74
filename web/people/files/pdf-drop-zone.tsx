import clsx from "clsx";
import { FileText, Upload } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { formatSize } from "./check-pdf-file.ts";
import { UploadProgress } from "./upload-progress.tsx";
import type { PdfUpload } from "./use-pdf-upload.ts";

interface PdfDropZoneProps {
  file: File | null;
  problem: string | null;
  onChoose: (file: File | null) => void;
}

/** Takes one PDF, selected in the browser's file dialog or dropped here. */
export function PdfDropZone({ file, problem, onChoose }: PdfDropZoneProps) {
  const [isDraggingOver, setDraggingOver] = useState(false);
  const problemId = useId();

  function handleDrop(event: DragEvent) {
    event.preventDefault();
    setDraggingOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }

  return (
    <div>
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setDraggingOver(true);
        }}
        onDragLeave={() => setDraggingOver(false)}
        onDrop={handleDrop}
        className={clsx(
          "grid cursor-pointer justify-items-center gap-2 rounded-md border-2 border-dashed px-5 py-8 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-green",
          problem ? "border-red" : isDraggingOver ? "border-green" : "border-edge hover:border-green",
          isDraggingOver ? "bg-green-tint" : "bg-sunk",
        )}
      >
        {file ? (
          <FileText aria-hidden="true" className="size-7 text-green" />
        ) : (
          <Upload aria-hidden="true" className="size-7 text-green" />
        )}
        <span className="min-w-0 break-all font-semibold">
          {file ? file.name : "Choose a PDF, or drop it here"}
        </span>
        <span className="text-sm text-ink-2">
          {file ? `${formatSize(file.size)}. Choose another to replace it.` : "PDF only, up to 10 MB"}
        </span>
        <input
          type="file"
          accept="application/pdf,.pdf"
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? problemId : undefined}
          onChange={(event) => {
            onChoose(event.target.files?.[0] ?? null);
            // Lets the user select the same file again.
            event.target.value = "";
          }}
          className="sr-only"
        />
      </label>
      <p id={problemId} role="alert" className="mt-2 text-sm font-medium text-red empty:hidden">
        {problem}
      </p>
    </div>
  );
}

type PdfPickerProps = { upload: Pick<PdfUpload, "file" | "problem" | "choose" | "isSending" | "share"> };

/** The drop zone of an upload, replaced by its progress while the file is being sent. */
export function PdfPicker({ upload: { file, problem, choose, isSending, share: progress } }: PdfPickerProps) {
  if (isSending && file) return <UploadProgress name={file.name} progress={progress} />;
  return <PdfDropZone file={file} problem={problem} onChoose={choose} />;
}
