import type { User } from "@greenroom/contract/people/accounts.ts";
import { emptyResume } from "@greenroom/contract/people/resumes/resume-data.ts";
import { type ResumeConflict, saveResume } from "@greenroom/contract/people/resumes/resumes.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { ApiError, errorMessage } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { useSession } from "../../../session/session.tsx";
import type { Notice } from "../../../ui/status/status-message.tsx";
import { isSameResume } from "../is-same-resume.ts";
import { resumeMessages, resumeSavedMessage as savedMessage } from "../messages.ts";
import {
  type FormResume,
  type ResumeFormValues,
  resumeToForm,
  type SavedResume,
} from "../resume-form-values.ts";
import { readResumeDraft } from "../use-resume-draft.ts";
import { ResumeFormLayout } from "./resume-form-layout.tsx";

/** Years are typed as text, and the schema outputs numbers; the form keeps the text. */
const resolver = zodResolver(saveResume.body) as unknown as Resolver<ResumeFormValues>;

/**
 * The form of the structured resume. It is mounted once per user, and later answers of the server change no
 * field.
 */
export function ResumeEditor({ user }: { user: User }) {
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
    setSaved({ version: version, resume });
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
      const next = await call(saveResume, { body: { resumeData: resume }, ifMatch: `"${base}"` });
      await applySaved(resume, next.resumeVersion);
    } catch (error) {
      const theirs = conflictFromError(error);
      if (theirs === null) throw error;
      // An attempt whose answer was lost saved it, or the same text was saved elsewhere: there is no
      // conflict.
      if (isSameResume(resume, theirs.resumeData)) await applySaved(resume, theirs.resumeVersion);
      else setConflict(theirs);
    }
  }

  return (
    <Form<ResumeFormValues>
      label="Resume"
      defaultValues={{ resumeData: draft?.resume ?? saved.resume }}
      resolver={resolver}
      failureMessage={(error) => errorMessage(error, resumeMessages.save)}
      onSubmit={(_parsed, form) => save(form.getValues("resumeData"), saved.version)}
    >
      <ResumeFormLayout
        user={user}
        saved={saved}
        status={status}
        conflict={conflict}
        onStatus={setStatus}
        onAdopt={setSaved}
        onKeepMine={save}
        onTakeTheirs={(theirs) => {
          setSaved({ version: theirs.resumeVersion, resume: resumeToForm(theirs.resumeData) });
          setConflict(null);
          setStatus({ message: "The saved version is now in the form.", tone: "wait" });
        }}
        onLater={() => setConflict(null)}
      />
    </Form>
  );
}

function conflictFromError(error: unknown): ResumeConflict | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  if (!isConflict || !error.details || !("resumeData" in error.details)) return null;
  return error.details as unknown as ResumeConflict;
}
