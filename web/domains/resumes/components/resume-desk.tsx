import type { User } from "@greenroom/contract/accounts.ts";
import { emptyResume } from "@greenroom/contract/resume-data.ts";
import type { ResumeConflict } from "@greenroom/contract/resumes.ts";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/field.tsx";
import { StatusMessage } from "../../../ui/status-message.tsx";
import { TextInput } from "../../../ui/text-input.tsx";
import { fullName } from "../../accounts/person-name.ts";
import { type FormResume, fromForm, type ResumeFormValues, toForm } from "../form-values.ts";
import { saved as savedMessage } from "../sentences.ts";
import { useResumeDraft } from "../use-resume-draft.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { ExportPdf } from "./export-pdf.tsx";
import { type Imported, ImportNote } from "./import-note.tsx";
import { JsonTransfer } from "./json-transfer.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import type { SavedResume } from "./resume-editor.tsx";
import {
  EducationFields,
  ExperienceFields,
  PersonalFields,
  ProjectFields,
  SkillFields,
} from "./resume-fields.tsx";
import { ResumePreview } from "./resume-preview.tsx";

interface ResumeDeskProps {
  user: User;
  saved: SavedResume;
  status: string | null;
  conflict: ResumeConflict | null;
  onStatus: (status: string | null) => void;
  /** Takes up what was saved elsewhere, while there is nothing unsaved here. */
  onAdopt: (saved: SavedResume) => void;
  onKeepMine: (resume: FormResume, base: number) => Promise<void>;
  onTakeTheirs: (theirs: ResumeConflict) => void;
  onLater: () => void;
}

/** The fields, what can be done with them, and beside them the resume as it will be read. */
export function ResumeDesk(props: ResumeDeskProps) {
  const { user, saved, status, conflict, onStatus, onAdopt, onKeepMine, onTakeTheirs, onLater } = props;
  const form = useFormContext<ResumeFormValues>();
  const isUnsaved = useResumeDraft(user._id, { base: saved.base, saved: saved.resume });
  const [imported, setImported] = useState<Imported | null>(null);
  const person = {
    name: fullName(user),
    email: user.email,
    phone: user.mobileNumber,
  };

  const isBehind = !isUnsaved && user.resumeVersion > saved.base;
  useEffect(() => {
    if (!isBehind) return;
    const resume = toForm(user.resumeData ?? emptyResume);
    form.reset({ resumeData: resume });
    onAdopt({ base: user.resumeVersion, resume });
  }, [isBehind, user, form, onAdopt]);

  function fill(resume: FormResume, from: Imported | null = null) {
    form.reset({ resumeData: resume });
    setImported(from);
  }

  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <LeaveGuard isUnsaved={isUnsaved} />
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">Your resume</h2>
          <JsonTransfer user={user} onImport={fill} onStatus={onStatus} />
        </div>
        <ImportNote imported={imported} onDismiss={() => setImported(null)} />
        <div className="grid gap-4 sm:grid-cols-2">
          <ReadOnly label="First name" value={user.firstName} />
          <ReadOnly label="Last name" value={user.lastName} />
          <div className="sm:col-span-2">
            <ReadOnly label="Email" value={user.email} />
          </div>
        </div>
        <PersonalFields />
        <EducationFields />
        <ExperienceFields />
        <SkillFields />
        <ProjectFields />
        <div className="sticky bottom-14 z-10 -mx-5 -mb-5 grid gap-3 rounded-b-md border-t border-line bg-card px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6 md:bottom-0">
          <StatusMessage message={isUnsaved && status === savedMessage ? null : status} />
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
            <ExportPdf isUnsaved={isUnsaved} />
            {isUnsaved && (
              <Button
                look="ghost"
                onClick={() => {
                  fill(saved.resume);
                  onStatus(null);
                }}
              >
                Discard changes
              </Button>
            )}
            <span className="ml-auto text-sm text-ink-3">{isUnsaved ? "Not saved yet" : "All saved"}</span>
          </div>
        </div>
      </Card>
      <Card
        className="xl:sticky xl:top-28 xl:max-h-[calc(100dvh-9rem)] xl:overflow-y-auto"
        tabIndex={0}
        role="region"
        aria-label="Preview"
      >
        <LivePreview person={person} />
      </Card>
      {conflict && (
        <ConflictDialog
          person={person}
          mine={fromForm(form.getValues("resumeData"))}
          theirs={conflict}
          onKeepMine={() => onKeepMine(form.getValues("resumeData"), conflict.resumeVersion)}
          onTakeTheirs={() => {
            fill(toForm(conflict.resumeData));
            onTakeTheirs(conflict);
          }}
          onLater={onLater}
        />
      )}
    </div>
  );
}

function LivePreview({ person }: { person: { name: string; email: string; phone: string } }) {
  const resume = useWatch<ResumeFormValues, "resumeData">({ name: "resumeData" });
  return <ResumePreview {...person} resume={fromForm(resume)} />;
}

function ReadOnly({ label, value }: { label: string; value: string }) {
  return <Field label={label}>{(control) => <TextInput {...control} value={value} readOnly />}</Field>;
}
