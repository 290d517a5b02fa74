import type { ResumeData } from "@greenroom/contract/people/resumes/resume-data.ts";
import type { ResumeConflict } from "@greenroom/contract/people/resumes/resumes.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "../../../api/errors.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Modal } from "../../../ui/dialogs/modal.tsx";
import { StatusMessage } from "../../../ui/status/status-message.tsx";
import { resumeMessages } from "../messages.ts";
import { ResumePreview } from "./resume-preview.tsx";

interface ConflictDialogProps {
  person: { name: string; email: string; phone: string };
  mine: ResumeData;
  theirs: ResumeConflict;
  onKeepMine: () => Promise<void>;
  onTakeTheirs: () => void;
  onLater: () => void;
}

/** Shown when another save came in between: nothing was overwritten, and the user chooses. */
export function ConflictDialog({
  person,
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
  onLater,
}: ConflictDialogProps) {
  const [showsBoth, setShowsBoth] = useState(false);
  const keepMine = useMutation({ mutationFn: onKeepMine });
  return (
    <Modal
      open
      width={showsBoth ? "wide" : "normal"}
      title="Your resume was changed somewhere else"
      description="It was saved in another tab or on another device while you were editing here. Nothing was overwritten."
      onClose={onLater}
    >
      <div className="grid gap-5">
        <StatusMessage
          message={keepMine.error && errorMessage(keepMine.error, resumeMessages.save)}
          tone="bad"
        />
        <div className="flex flex-wrap justify-end gap-3">
          {!showsBoth && (
            <Button variant="ghost" onClick={() => setShowsBoth(true)}>
              Compare both
            </Button>
          )}
          <Button variant="quiet" inactive={keepMine.isPending} onClick={onTakeTheirs}>
            Use the saved version
          </Button>
          <Button pending={keepMine.isPending} pendingLabel="Saving…" onClick={() => keepMine.mutate()}>
            Keep mine
          </Button>
        </div>
        {showsBoth && (
          <div className="grid gap-4 md:grid-cols-2">
            <Version title="Mine, in this tab" person={person} resume={mine} />
            <Version title="The saved version" person={person} resume={theirs.resumeData} />
          </div>
        )}
      </div>
    </Modal>
  );
}

interface VersionProps extends Pick<ConflictDialogProps, "person"> {
  title: string;
  resume: ResumeData;
}

function Version({ title, person, resume }: VersionProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-sunk p-4">
      <p className="mb-3 text-sm font-semibold text-ink-2">{title}</p>
      <ResumePreview {...person} resume={resume} />
    </section>
  );
}
