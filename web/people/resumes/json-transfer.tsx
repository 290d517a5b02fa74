import type { User } from "@greenroom/contract/people/accounts.ts";
import { useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "../../ui/button.tsx";
import type { Notice } from "../../ui/status.tsx";
import {
  findSurplusEntries,
  findUnsupportedFields,
  fromJsonResume,
  readJsonResume,
  toJsonResume,
} from "./json-resume.ts";
import { type FormResume, formToResume, type ResumeFormValues, resumeToForm } from "./resume-draft.ts";

/** Larger than any resume without pictures. */
const maxBytes = 512 * 1024;

interface JsonTransferProps {
  user: User;
  onImport: (resume: FormResume, imported: ImportedFile) => void;
  onStatus: (status: Notice) => void;
}

/** Imports and exports the JSON Resume format, so that nobody types their resume twice. */
export function JsonTransfer({ user, onImport, onStatus }: JsonTransferProps) {
  const { getValues } = useFormContext<ResumeFormValues>();
  const input = useRef<HTMLInputElement>(null);

  async function importFile(file: File) {
    try {
      if (file.size > maxBytes) throw new Error("This file is too large to be a JSON Resume.");
      const document = readJsonResume(await file.text());
      const leftOut = [...findSurplusEntries(document), ...findUnsupportedFields(document, user)];
      onImport(resumeToForm(fromJsonResume(document)), { fileName: file.name, leftOut });
      const importedText = leftOut.length > 0 ? `${file.name}, except for what is listed above` : file.name;
      onStatus({
        message: `✅ Imported ${importedText}. Check it, then save. "Discard changes" brings the old one back.`,
        tone: "good",
      });
    } catch (error) {
      onStatus({ message: `❌ ${(error as Error).message}`, tone: "bad" });
    }
  }

  function exportFile() {
    const json = JSON.stringify(toJsonResume(user, formToResume(getValues("resumeData"))), null, 2);
    const url = URL.createObjectURL(new Blob([json], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "resume.json";
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="JSON Resume file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) void importFile(file);
        }}
      />
      <Button variant="quiet" size="sm" onClick={() => input.current?.click()}>
        Import JSON Resume
      </Button>
      <Button variant="quiet" size="sm" onClick={exportFile}>
        Export JSON
      </Button>
    </div>
  );
}

export interface ImportedFile {
  fileName: string;
  /** The parts that could not be imported; empty when everything was. */
  leftOut: readonly string[];
}

interface ImportNoticeProps {
  imported: ImportedFile | null;
  onDismiss: () => void;
}

/**
 * Lists what an import left out, until it is dismissed; otherwise the user would assume that everything was
 * imported.
 */
export function ImportNotice({ imported, onDismiss }: ImportNoticeProps) {
  const noticeRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a phone, the bar with the import's message would cover it.
    if (imported && imported.leftOut.length > 0) noticeRef.current?.scrollIntoView({ block: "center" });
  }, [imported]);
  return (
    <div ref={noticeRef} role="status" className="empty:absolute">
      {imported && imported.leftOut.length > 0 && (
        <div className="rounded-sm border border-accent-line bg-accent-tint px-4 py-3 text-amber">
          <p className="break-words font-semibold">
            Please check: not everything in {imported.fileName} has a place here
          </p>
          <ul className="mt-1 list-disc pl-5">
            {imported.leftOut.map((line) => (
              <li key={line} className="break-words">
                {line}
              </li>
            ))}
          </ul>
          <Button variant="quiet" size="sm" className="mt-2" onClick={onDismiss}>
            Dismiss this note
          </Button>
        </div>
      )}
    </div>
  );
}
