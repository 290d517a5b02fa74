import clsx from "clsx";
import { FileText, Upload } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { formatSize } from "./check-file.ts";

interface DropZoneProps {
  file: File | null;
  problem: string | null;
  onChoose: (file: File | null) => void;
}

/** One PDF: chosen with the browser's own control, or dropped on it. */
export function DropZone({ file, problem, onChoose }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const problemId = useId();

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    onChoose(event.dataTransfer.files[0] ?? null);
  }

  return (
    <div>
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          "grid cursor-pointer justify-items-center gap-2 rounded-md border-2 border-dashed px-5 py-8 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-green",
          problem ? "border-red" : over ? "border-green" : "border-edge hover:border-green",
          over ? "bg-green-tint" : "bg-sunk",
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
            // The same file chosen twice is a choice, too.
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
