import { uploadResume } from "@greenroom/contract/resumes.ts";
import { useState } from "react";
import { useUpload } from "../../../api/use-upload.ts";
import { Button } from "../../../ui/button.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { useSession } from "../../accounts/session.tsx";
import { findFileProblem } from "../../feedback/upload/check-file.ts";
import { DropZone } from "../../feedback/upload/drop-zone.tsx";
import { UploadProgress } from "../../feedback/upload/upload-progress.tsx";
import { sentences } from "../sentences.ts";

/** Where a PDF is chosen and sent; only there while none is set. */
export function UploadBox({ onUploaded }: { onUploaded: () => void }) {
  const { refreshUser } = useSession();
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const upload = useUpload(uploadResume, {
    sentences: sentences.upload,
    onUploaded: async () => {
      onUploaded();
      await refreshUser();
    },
  });

  function choose(chosen: File | null) {
    // A file dialog that was closed without a choice changes nothing.
    if (chosen === null) return;
    upload.forgetFailure();
    setFile(chosen);
    setProblem(findFileProblem(chosen));
  }

  function send() {
    const found = findFileProblem(file);
    setProblem(found);
    if (file && !found) upload.send(file);
  }

  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] md:items-center">
      <div>
        <h2 className="text-lg">Have one already?</h2>
        <p className="mt-1 text-sm text-ink-2">
          Upload it as a PDF, and interviewers see that file instead of the structured resume below.
        </p>
        <Button look="quiet" size="sm" className="mt-3" onClick={upload.isSending ? upload.cancel : send}>
          {upload.isSending ? "Stop upload" : "Upload PDF"}
        </Button>
      </div>
      <div className="grid gap-3">
        {upload.isSending && file ? (
          <UploadProgress name={file.name} share={upload.share} />
        ) : (
          <DropZone file={file} problem={problem} onChoose={choose} />
        )}
        <StatusMessage message={upload.failure && `❌ ${upload.failure}`} />
      </div>
    </div>
  );
}
