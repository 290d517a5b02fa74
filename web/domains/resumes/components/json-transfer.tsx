import type { User } from "@greenroom/contract/accounts.ts";
import { useRef } from "react";
import { useFormContext } from "react-hook-form";
import { Button } from "../../../ui/button.tsx";
import { type FormResume, fromForm, type ResumeFormValues, toForm } from "../form-values.ts";
import { fromJsonResume, readJsonResume, toJsonResume } from "../json-resume.ts";
import { leftOutOf } from "../json-resume-left-out.ts";
import type { Imported } from "./import-note.tsx";

/** Larger than any resume in words. */
const mostBytes = 512 * 1024;

interface JsonTransferProps {
  user: User;
  onImport: (resume: FormResume, imported: Imported) => void;
  onStatus: (status: string) => void;
}

/** In from and out to the JSON Resume format, so that nobody types their life twice. */
export function JsonTransfer({ user, onImport, onStatus }: JsonTransferProps) {
  const { getValues } = useFormContext<ResumeFormValues>();
  const input = useRef<HTMLInputElement>(null);

  async function take(file: File) {
    try {
      if (file.size > mostBytes) throw new Error("This file is too large for a resume in words.");
      const document = readJsonResume(await file.text());
      const leftOut = leftOutOf(document, user);
      onImport(toForm(fromJsonResume(document)), { fileName: file.name, leftOut });
      const what = leftOut.length > 0 ? `${file.name}, except for what is listed above` : file.name;
      onStatus(`✅ Imported ${what}. Look it over, then save; "Discard changes" brings the old one back.`);
    } catch (error) {
      onStatus(`❌ ${(error as Error).message}`);
    }
  }

  function give() {
    const json = JSON.stringify(toJsonResume(user, fromForm(getValues("resumeData"))), null, 2);
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
          if (file) void take(file);
        }}
      />
      <Button look="quiet" size="sm" onClick={() => input.current?.click()}>
        Import JSON Resume
      </Button>
      <Button look="quiet" size="sm" onClick={give}>
        Export JSON
      </Button>
    </div>
  );
}
