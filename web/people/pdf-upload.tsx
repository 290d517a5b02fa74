import { fileRequiredMessage, maxPdfBytes, onlyPdfMessage } from "@greenroom/contract/kernel/pdf.ts";
import clsx from "clsx";
import { FileText, Upload } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { type FileUpload, useUpload } from "../api/files.ts";
import { StillSending, useNewest } from "../ui/status.tsx";

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

type PdfTarget = "POST /api/interviewer/feedback-upload/:bookingId" | "POST /api/user/resume-upload";

/** Selects and uploads a PDF: the file, its problem, and the upload. */
export function usePdfUpload<T extends PdfTarget>(target: T, fileUpload: FileUpload<T>) {
  const upload = useUpload(target, fileUpload);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function send(chosen: File | null) {
    const foundProblem = findFileProblem(chosen);
    upload.clearFailure();
    setProblem(foundProblem);
    if (chosen && !foundProblem) upload.send(chosen);
  }

  return {
    ...upload,
    file,
    problem,
    choose(chosen: File | null) {
      // Canceling the file dialog changes nothing.
      if (chosen === null) return;
      upload.clearFailure();
      setFile(chosen);
      setProblem(findFileProblem(chosen));
    },
    send: () => send(file),
    /** For a file that can be replaced later: nobody waits for a second press. */
    chooseAndSend(chosen: File | null) {
      if (chosen === null) return;
      setFile(chosen);
      send(chosen);
    },
  };
}

export type PdfUpload = ReturnType<typeof usePdfUpload>;

interface PdfDropZoneProps {
  file: File | null;
  problem: string | null;
  onChoose: (file: File | null) => void;
}

/** Takes one PDF, selected in the browser's file dialog or dropped here. */
export function PdfDropZone({ file, problem: given, onChoose }: PdfDropZoneProps) {
  const problem = useNewest(given);
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

interface UploadProgressProps {
  name: string;
  /** 0 to 1. */
  progress: number;
}

export function UploadProgress({ name, progress }: UploadProgressProps) {
  const percent = Math.round(progress * 100);
  return (
    <div className="grid gap-2 rounded-md border border-line bg-sunk px-5 py-6">
      <p className="break-all font-semibold">{name}</p>
      <div
        role="progressbar"
        aria-label={`Uploading ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-green" style={{ width: `${percent}%` }} />
      </div>
      <p className="text-sm text-ink-2 tabular">
        {percent < 100 ? `${percent}% sent` : "Sent. The file is being checked…"}
      </p>
      <StillSending
        pending
        sent={percent}
        {...(percent < 100
          ? {}
          : { message: "Still checking… This is taking longer than usual. Keep this page open." })}
      />
    </div>
  );
}
