import type { User } from "@greenroom/contract/people/accounts.ts";
import { emptyResume } from "@greenroom/contract/people/resumes/resume-data.ts";
import type { ResumeConflict } from "@greenroom/contract/people/resumes/resumes.ts";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { fullName } from "../../../format/full-name.ts";
import { SubmitButton } from "../../../forms/submit-button.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/display/card.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { TextInput } from "../../../ui/fields/text-input.tsx";
import { type Notice, NoticeMessage } from "../../../ui/status/status-message.tsx";
import { type ImportedFile, ImportNotice } from "../json-resume/import-notice.tsx";
import { JsonTransfer } from "../json-resume/json-transfer.tsx";
import { resumeSavedMessage as savedMessage } from "../messages.ts";
import {
  type FormResume,
  formToResume,
  type ResumeFormValues,
  resumeToForm,
  type SavedResume,
} from "../resume-form-values.ts";
import { useResumeDraft } from "../use-resume-draft.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { ExportPdf } from "./export-pdf.tsx";
import { PreviewCard } from "./preview-card.tsx";
import {
  EducationFields,
  ExperienceFields,
  PersonalFields,
  ProjectFields,
  SkillFields,
} from "./resume-fields.tsx";
import { ResumePreview } from "./resume-preview.tsx";
import { UnsavedChangesGuard } from "./unsaved-changes-guard.tsx";

interface ResumeFormLayoutProps {
  user: User;
  saved: SavedResume;
  status: Notice | null;
  conflict: ResumeConflict | null;
  onStatus: (status: Notice | null) => void;
  /** Loads what was saved elsewhere, while nothing is unsaved here. */
  onAdopt: (saved: SavedResume) => void;
  onKeepMine: (resume: FormResume, base: number) => Promise<void>;
  onTakeTheirs: (theirs: ResumeConflict) => void;
  onLater: () => void;
}

/** The fields, their actions, and the preview beside them. */
export function ResumeFormLayout(props: ResumeFormLayoutProps) {
  const { user, saved, status, conflict, onStatus, onAdopt, onKeepMine, onTakeTheirs, onLater } = props;
  const form = useFormContext<ResumeFormValues>();
  const isUnsaved = useResumeDraft(user._id, { base: saved.version, saved: saved.resume });
  const [imported, setImported] = useState<ImportedFile | null>(null);
  const person = {
    name: fullName(user),
    email: user.email,
    phone: user.mobileNumber,
  };

  const isOutdated = !isUnsaved && user.resumeVersion > saved.version;
  useEffect(() => {
    if (!isOutdated) return;
    const resume = resumeToForm(user.resumeData ?? emptyResume);
    form.reset({ resumeData: resume });
    onAdopt({ version: user.resumeVersion, resume });
  }, [isOutdated, user, form, onAdopt]);

  function replaceForm(resume: FormResume, from: ImportedFile | null = null) {
    form.reset({ resumeData: resume });
    setImported(from);
  }

  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <UnsavedChangesGuard isUnsaved={isUnsaved} />
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">Your resume</h2>
          <JsonTransfer user={user} onImport={replaceForm} onStatus={onStatus} />
        </div>
        <ImportNotice imported={imported} onDismiss={() => setImported(null)} />
        <div className="grid gap-4 sm:grid-cols-2">
          <ReadOnlyField label="First name" value={user.firstName} />
          <ReadOnlyField label="Last name" value={user.lastName} />
          <div className="sm:col-span-2">
            <ReadOnlyField label="Email" value={user.email} />
          </div>
        </div>
        {/* The actions stick to the bottom only beside what they save: without this box they would cover the heading
            on a phone's first screen. */}
        <div className="grid gap-5">
          <PersonalFields />
          <EducationFields />
          <ExperienceFields />
          <SkillFields />
          <ProjectFields />
          <div className="sticky bottom-[calc(3.5rem+1px+env(safe-area-inset-bottom))] z-10 -mx-5 -mb-5 grid gap-3 rounded-b-md border-t border-line bg-card px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6 md:bottom-0">
            <NoticeMessage notice={isUnsaved && status?.message === savedMessage ? null : status} />
            <div className="flex flex-wrap items-center gap-3">
              <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
              <ExportPdf isUnsaved={isUnsaved} />
              {isUnsaved && (
                <Button
                  variant="ghost"
                  onClick={() => {
                    replaceForm(saved.resume);
                    onStatus(null);
                  }}
                >
                  Discard changes
                </Button>
              )}
              <span className="ml-auto text-sm text-ink-3">{isUnsaved ? "Not saved yet" : "All saved"}</span>
            </div>
          </div>
        </div>
      </Card>
      <PreviewCard>
        <LivePreview person={person} />
      </PreviewCard>
      {conflict && (
        <ConflictDialog
          person={person}
          mine={formToResume(form.getValues("resumeData"))}
          theirs={conflict}
          onKeepMine={() => onKeepMine(form.getValues("resumeData"), conflict.resumeVersion)}
          onTakeTheirs={() => {
            replaceForm(resumeToForm(conflict.resumeData));
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
  return <ResumePreview {...person} resume={formToResume(resume)} />;
}

function ReadOnlyField({ label, value }: { label: string; value: string }) {
  return <Field label={label}>{(control) => <TextInput {...control} value={value} readOnly />}</Field>;
}
