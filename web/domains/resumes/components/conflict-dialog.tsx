import type { ResumeData } from "@greenroom/contract/resume-data.ts";
import type { ResumeConflict } from "@greenroom/contract/resumes.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "../../../api/errors.ts";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { sentences } from "../sentences.ts";
import { ResumePreview } from "./resume-preview.tsx";

interface ConflictDialogProps {
  person: { name: string; email: string; phone: string };
  mine: ResumeData;
  theirs: ResumeConflict;
  onKeepMine: () => Promise<void>;
  onTakeTheirs: () => void;
  onLater: () => void;
}

/** Two saves met: nothing was overwritten, and the person chooses. */
export function ConflictDialog({
  person,
  mine,
  theirs,
  onKeepMine,
  onTakeTheirs,
  onLater,
}: ConflictDialogProps) {
  const [both, setBoth] = useState(false);
  const keep = useMutation({ mutationFn: onKeepMine });
  return (
    <Modal
      open
      width={both ? "wide" : "normal"}
      title="Your resume was changed somewhere else"
      description="It was saved in another tab or on another device while you were editing here. Nothing was overwritten."
      onClose={onLater}
    >
      <div className="grid gap-5">
        <StatusMessage message={keep.error && messageOf(keep.error, sentences.save)} tone="bad" />
        <div className="flex flex-wrap justify-end gap-3">
          {!both && (
            <Button look="ghost" onClick={() => setBoth(true)}>
              Look at both
            </Button>
          )}
          <Button look="quiet" inactive={keep.isPending} onClick={onTakeTheirs}>
            Take the other one
          </Button>
          <Button pending={keep.isPending} pendingLabel="Saving…" onClick={() => keep.mutate()}>
            Keep mine
          </Button>
        </div>
        {both && (
          <div className="grid gap-4 md:grid-cols-2">
            <Version title="Mine, in this tab" person={person} resume={mine} />
            <Version title="The other one, saved" person={person} resume={theirs.resumeData} />
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
