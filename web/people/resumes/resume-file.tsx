import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, errorMessage } from "../../api/client.ts";
import { useOpenFile } from "../../api/files.ts";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/panels.tsx";
import { StatusLight, StatusMessage, withSign } from "../../ui/status.tsx";
import { PdfPicker, usePdfUpload } from "../pdf-upload.tsx";
import { resumeMessages } from "./messages.ts";
import { BlockedTabLink } from "./resume-preview.tsx";

/** The PDF that interviewers see instead of the structured resume: upload, view, remove. */
export function ResumeFile({ hasFile, isHeld }: { hasFile: boolean; isHeld: boolean }) {
  const [notice, setNotice] = useState<string | null>(null);
  return (
    <Card tone={hasFile ? "tint" : "plain"} className="grid gap-4">
      {hasFile ? (
        <UploadedResume
          isHeld={isHeld}
          onStart={() => setNotice(null)}
          onCleared={() => setNotice("✅ File cleared. Interviewers see the resume from this form again.")}
        />
      ) : (
        <ResumeUpload onStart={() => setNotice(null)} onUploaded={(msg) => setNotice(withSign("✅", msg))} />
      )}
      <StatusMessage message={notice} tone="good" />
    </Card>
  );
}

interface UploadedResumeProps {
  isHeld: boolean;
  /** Called before each action: what the last one achieved is no longer the news. */
  onStart: () => void;
  onCleared: () => void;
}

function UploadedResume({ isHeld, onStart, onCleared }: UploadedResumeProps) {
  const { refreshUser } = useSession();
  const file = useOpenFile({ title: "Your resume", messages: resumeMessages.link });
  const clear = useMutation({
    mutationFn: async () => {
      await call("POST /api/user/resume-upload", { body: { clear: true } });
      await refreshUser();
      onCleared();
    },
  });

  async function findLink(): Promise<string> {
    const { resumeFileUrl } = await call("GET /api/user/resume-pdf");
    if (resumeFileUrl === null) throw new Error(resumeMessages.link.failed);
    return resumeFileUrl;
  }

  function view() {
    onStart();
    clear.reset();
    file.open(findLink);
  }

  const failure = file.failure ?? (clear.error && errorMessage(clear.error, resumeMessages.clear));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-lg">Your uploaded resume</h2>
          {isHeld ? (
            <StatusLight status="wait">
              This file is being checked for viruses. Nobody can open it until then, usually within minutes.
            </StatusLight>
          ) : (
            <StatusLight status="ready">
              Interviewers see this file, not the resume from this form.
            </StatusLight>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="quiet" pending={file.isOpening} onClick={() => view()}>
            View File<span className="sr-only"> (opens a new tab)</span>
          </Button>
          <Button
            variant="ghost"
            pending={clear.isPending}
            pendingLabel="Clearing…"
            onClick={() => {
              onStart();
              clear.mutate();
            }}
          >
            Clear File
          </Button>
        </div>
      </div>
      <StatusMessage message={failure} tone="bad" />
      <BlockedTabLink url={file.blockedUrl} />
    </div>
  );
}

interface ResumeUploadProps {
  onStart?: () => void;
  onUploaded: (msg: string) => void;
}

/**
 * Uploads a resume as a PDF; shown only while there is no file. `onUploaded` receives the server's message.
 */
export function ResumeUpload({ onStart, onUploaded }: ResumeUploadProps) {
  const { refreshUser } = useSession();
  const upload = usePdfUpload("POST /api/user/resume-upload", {
    field: "resume",
    messages: resumeMessages.upload,
    onUploaded: async ({ msg }) => {
      onUploaded(msg);
      await refreshUser();
    },
  });

  function chooseAndSend(file: File | null) {
    if (file !== null) onStart?.();
    upload.chooseAndSend(file);
  }

  return (
    <div className="grid gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] md:items-center">
      <div>
        <h2 className="text-lg">Already have a resume?</h2>
        <p className="mt-1 text-sm text-ink-2">
          Upload it as a PDF, and interviewers see that file instead of the resume from this form.
        </p>
        <Button
          variant="quiet"
          size="sm"
          className="mt-3"
          onClick={upload.isSending ? upload.cancel : upload.send}
        >
          {upload.isSending ? "Stop upload" : "Upload PDF"}
        </Button>
      </div>
      <div className="grid gap-3">
        <PdfPicker upload={{ ...upload, choose: chooseAndSend }} />
        <StatusMessage message={upload.failure} tone="bad" />
      </div>
    </div>
  );
}
