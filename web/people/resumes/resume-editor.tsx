import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import type { ResumeData } from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { pdfUnavailableMessage } from "@greenroom/contract/people/resume-options.ts";
import type { ResumeConflict } from "@greenroom/contract/people/resumes.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { ApiError, call, errorMessage } from "../../api/client.ts";
import { useOpenFile } from "../../api/files.ts";
import { queryOptionsFor } from "../../api/query-client.tsx";
import { QueryContent } from "../../app/query-content.tsx";
import { Form, lateResolver, SubmitButton } from "../../forms/form.tsx";
import { UnsavedChangesGuard } from "../../forms/unsaved-changes.tsx";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs.tsx";
import { Field, TextInput } from "../../ui/fields.tsx";
import { Card } from "../../ui/panels.tsx";
import { NewestMessage, type Notice, NoticeMessage, StatusMessage } from "../../ui/status.tsx";
import { accountMessages } from "../accounts/messages.ts";
import { type ImportedFile, ImportNotice, JsonTransfer } from "./json-transfer.tsx";
import { resumeMessages, resumeSavedMessage as savedMessage } from "./messages.ts";
import {
  type FormResume,
  formToResume,
  type ResumeFormValues,
  readResumeDraft,
  resumeToForm,
  type SavedResume,
  useResumeDraft,
} from "./resume-draft.ts";
import {
  EducationFields,
  ExperienceFields,
  PersonalFields,
  ProjectFields,
  SkillFields,
} from "./resume-fields.tsx";
import { ResumeFile } from "./resume-file.tsx";
import { BlockedTabLink, PreviewCard, ResumePreview } from "./resume-preview.tsx";

/** The tab "Resume Builder": the form with its live preview, and the file that can replace it. */
export function ResumeBuilder() {
  const profile = useQuery(queryOptionsFor("GET /api/user/profile"));
  return (
    <QueryContent query={profile} loadingLabel="Loading your resume…" messages={accountMessages.profile}>
      {(user) => (
        <NewestMessage>
          <div className="grid gap-6">
            <ResumeFile hasFile={user.resumeFileUrl !== null} isHeld={user.resumeFileHeld} />
            <ResumeEditor key={user._id} user={user} />
          </div>
        </NewestMessage>
      )}
    </QueryContent>
  );
}

const resolver = lateResolver(async () => (await import("./resume-schema.ts")).resumeResolver);

/**
 * The form of the structured resume. It is mounted once per user, and later answers of the server change no
 * field.
 */
export function ResumeEditor({ user }: { user: User }) {
  const editor = useResumeEditor(user);
  return (
    <Form<ResumeFormValues>
      label="Resume"
      defaultValues={{ resumeData: editor.initial }}
      resolver={resolver}
      failureMessage={(error) => errorMessage(error, resumeMessages.save)}
      onSubmit={(_parsed, form) => editor.save(form.getValues("resumeData"), editor.saved.version)}
    >
      <ResumeFormLayout user={user} editor={editor} />
    </Form>
  );
}

/** What the server has, the save that it refused, and what to tell the user. */
function useResumeEditor(user: User) {
  const { refreshUser } = useSession();
  const [draft] = useState(() => readResumeDraft(user._id));
  const [saved, setSaved] = useState<SavedResume>(() => ({
    version: draft?.base ?? user.resumeVersion,
    resume: resumeToForm(user.resumeData ?? emptyResume),
  }));
  const [conflict, setConflict] = useState<ResumeConflict | null>(null);
  const [status, setStatus] = useState<Notice | null>(
    draft && {
      message: "⚠️ Your unsaved changes are back. Save them, or discard them.",
      tone: "wait",
    },
  );

  async function applySaved(resume: FormResume, version: number) {
    setSaved({ version, resume });
    setConflict(null);
    setStatus({ message: savedMessage, tone: "good" });
    await refreshUser();
  }

  /** @throws like `call`, except for a conflict, which the user resolves. */
  async function save(typed: FormResume, base: number) {
    setStatus(null);
    // The form keeps changing its own object, but what was sent must not change.
    const resume = structuredClone(typed);
    try {
      // The schema on the server converts years, so we send what was typed.
      const next = await call("POST /api/user/resume-data", {
        body: { resumeData: resume },
        ifMatch: `"${base}"`,
      });
      await applySaved(resume, next.resumeVersion);
    } catch (error) {
      const theirs = conflictFromError(error);
      if (theirs === null) throw error;
      // An attempt whose answer was lost saved it, or the same text was saved elsewhere: there is no
      // conflict.
      const { isSameResume } = await import("./resume-schema.ts");
      if (isSameResume(resume, theirs.resumeData)) await applySaved(resume, theirs.resumeVersion);
      else setConflict(theirs);
    }
  }

  const initial = draft?.resume ?? saved.resume;
  return { initial, saved, setSaved, status, setStatus, conflict, setConflict, save };
}

function conflictFromError(error: unknown): ResumeConflict | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  if (!isConflict || !error.details || !("resumeData" in error.details)) return null;
  return error.details as unknown as ResumeConflict;
}

interface ResumeFormLayoutProps {
  user: User;
  editor: ReturnType<typeof useResumeEditor>;
}

/** The fields, their actions, and the preview beside them. */
function ResumeFormLayout({ user, editor }: ResumeFormLayoutProps) {
  const { saved, setSaved, status, setStatus, conflict, setConflict, save } = editor;
  const form = useFormContext<ResumeFormValues>();
  const isUnsaved = useResumeDraft(user._id, { base: saved.version, saved: saved.resume });
  const [imported, setImported] = useState<ImportedFile | null>(null);
  const person = { name: fullName(user), email: user.email, phone: user.mobileNumber };

  const isOutdated = !isUnsaved && user.resumeVersion > saved.version;
  useEffect(() => {
    // Loads what was saved elsewhere, while nothing is unsaved here.
    if (!isOutdated) return;
    const resume = resumeToForm(user.resumeData ?? emptyResume);
    form.reset({ resumeData: resume });
    setSaved({ version: user.resumeVersion, resume });
  }, [isOutdated, user, form, setSaved]);

  function replaceForm(resume: FormResume, from: ImportedFile | null = null) {
    form.reset({ resumeData: resume });
    setImported(from);
  }

  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <UnsavedChangesGuard
        isUnsaved={isUnsaved}
        message="Your changes stay in this browser tab until you come back, but interviewers do not see them."
      />
      <Card className="grid gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-xl">Your resume</h2>
          <JsonTransfer user={user} onImport={replaceForm} onStatus={setStatus} />
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
          <div className="sticky bottom-[calc(56px+1px+env(safe-area-inset-bottom))] z-10 -mx-5 -mb-5 grid gap-3 rounded-b-md border-t border-line bg-card px-5 py-4 sm:-mx-6 sm:-mb-6 sm:px-6 md:bottom-0">
            <NoticeMessage notice={isUnsaved && status?.message === savedMessage ? null : status} />
            <div className="flex flex-wrap items-center gap-3">
              <SubmitButton pendingLabel="Saving…">Save</SubmitButton>
              <ExportPdf isUnsaved={isUnsaved} onExport={() => setStatus(null)} />
              {isUnsaved && (
                <Button
                  variant="ghost"
                  onClick={() => {
                    replaceForm(saved.resume);
                    setStatus(null);
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
          onKeepMine={() => save(form.getValues("resumeData"), conflict.resumeVersion)}
          onTakeTheirs={() => {
            const resume = resumeToForm(conflict.resumeData);
            replaceForm(resume);
            setSaved({ version: conflict.resumeVersion, resume });
            setConflict(null);
            setStatus({ message: "The saved version is now in the form.", tone: "wait" });
          }}
          onLater={() => setConflict(null)}
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

/** The PDF of the last saved version. */
export function ExportPdf({ isUnsaved, onExport }: { isUnsaved: boolean; onExport: () => void }) {
  const file = useOpenFile({ title: "Your resume", messages: resumeMessages.exportPdf });

  async function findLink(): Promise<string> {
    const answer = await call("GET /api/user/resume-pdf", { query: { structured: "true" } });
    if (answer.resumeFileUrl === null)
      throw new ApiError(503, { msg: answer.msg || pdfUnavailableMessage, code: "unavailable" }, null);
    return answer.resumeFileUrl;
  }

  return (
    <>
      <Button
        variant="quiet"
        pending={file.isOpening}
        pendingLabel="Exporting…"
        onClick={() => {
          onExport();
          file.open(findLink);
        }}
      >
        Export PDF
        <span className="sr-only">
          {isUnsaved ? " (opens a new tab; without the changes not saved yet)" : " (opens a new tab)"}
        </span>
      </Button>
      {(file.failure || file.blockedUrl) && (
        <div className="order-last w-full">
          <StatusMessage message={file.failure} tone="bad" />
          <BlockedTabLink url={file.blockedUrl} />
        </div>
      )}
    </>
  );
}

/**
 * The preview on tabs without the form: the saved resume, with this tab's unsaved changes. Shows nothing
 * until it is loaded.
 */
export function SavedResumePreview() {
  const { data: user } = useQuery(queryOptionsFor("GET /api/user/profile"));
  if (user === undefined) return null;
  const draft = readResumeDraft(user._id);
  return (
    <PreviewCard>
      <ResumePreview
        name={fullName(user)}
        email={user.email}
        phone={user.mobileNumber}
        resume={draft ? formToResume(draft.resume) : (user.resumeData ?? emptyResume)}
      />
    </PreviewCard>
  );
}
