import { getResumePdf, uploadResume } from "@greenroom/contract/resumes.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { messageOf } from "../../../api/errors.ts";
import { useOpenFile } from "../../../api/use-open-file.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { CueLight } from "../../../ui/cue-light.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { useSession } from "../../accounts/session.tsx";
import { sentences } from "../sentences.ts";
import { HeldBack } from "./held-back.tsx";
import { UploadBox } from "./upload-box.tsx";

/** The PDF that may stand in the place of the structured resume: sent, looked at, taken away. */
export function ResumeFile({ hasFile }: { hasFile: boolean }) {
  const [said, setSaid] = useState<string | null>(null);
  return (
    <Card tone={hasFile ? "tint" : "plain"} className="grid gap-4">
      {hasFile ? (
        <StandingFile
          onCleared={() => setSaid("✅ File cleared. Interviewers see your structured resume again.")}
        />
      ) : (
        <UploadBox onUploaded={() => setSaid("✅ File uploaded. Interviewers see this file now.")} />
      )}
      <StatusMessage message={said} />
    </Card>
  );
}

function StandingFile({ onCleared }: { onCleared: () => void }) {
  const { refreshUser } = useSession();
  const file = useOpenFile({ title: "Your resume", sentences: sentences.link });
  const clear = useMutation({
    mutationFn: async () => {
      await call(uploadResume, { body: { clear: true } });
      await refreshUser();
      onCleared();
    },
  });

  async function findLink(): Promise<string> {
    const { resumeFileUrl } = await call(getResumePdf);
    if (resumeFileUrl === null) throw new Error(sentences.link.failed);
    return resumeFileUrl;
  }

  const failure = file.failure ?? (clear.error && messageOf(clear.error, sentences.clear));
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <h2 className="text-lg">Your uploaded resume</h2>
          <CueLight status="ready">Interviewers see this file, not the structured resume below.</CueLight>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" pending={file.isOpening} onClick={() => file.open(findLink)}>
            View File<span className="sr-only"> (opens a new tab)</span>
          </Button>
          <Button
            look="ghost"
            pending={clear.isPending}
            pendingLabel="Clearing…"
            onClick={() => clear.mutate()}
          >
            Clear File
          </Button>
        </div>
      </div>
      <StatusMessage message={failure && `❌ ${failure}`} />
      <HeldBack url={file.blockedUrl} />
    </div>
  );
}
