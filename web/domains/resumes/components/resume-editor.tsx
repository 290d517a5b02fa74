import type { User } from "@greenroom/contract/accounts.ts";
import { emptyResume } from "@greenroom/contract/resume-data.ts";
import { type ResumeConflict, saveResume } from "@greenroom/contract/resumes.ts";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import type { Resolver } from "react-hook-form";
import { call } from "../../../api/client.ts";
import { ApiError, messageOf } from "../../../api/errors.ts";
import { Form } from "../../../forms/form.tsx";
import { useSession } from "../../accounts/session.tsx";
import { type FormResume, type ResumeFormValues, toForm } from "../form-values.ts";
import { isSameResume } from "../same-resume.ts";
import { saved as savedMessage, sentences } from "../sentences.ts";
import { readResumeDraft } from "../use-resume-draft.ts";
import { ResumeDesk } from "./resume-desk.tsx";

/** Years are typed as text and come out of the schema as numbers; the form keeps what was typed. */
const resolver = zodResolver(saveResume.body) as unknown as Resolver<ResumeFormValues>;

/** What the server has, as the form writes it, and its version. */
export interface SavedResume {
  base: number;
  resume: FormResume;
}

/** The form of the structured resume. Mounted once for a person; later answers of the server change no field. */
export function ResumeEditor({ user }: { user: User }) {
  const { refreshUser } = useSession();
  const [draft] = useState(() => readResumeDraft(user._id));
  const [saved, setSaved] = useState<SavedResume>(() => ({
    base: draft?.base ?? user.resumeVersion,
    resume: toForm(user.resumeData ?? emptyResume),
  }));
  const [conflict, setConflict] = useState<ResumeConflict | null>(null);
  const [status, setStatus] = useState<string | null>(
    draft && "⚠️ Your unsaved changes are back. Save them, or discard them.",
  );

  async function taken(resume: FormResume, version: number) {
    setSaved({ base: version, resume });
    setConflict(null);
    setStatus(savedMessage);
    await refreshUser();
  }

  /** @throws like `call`, save for a conflict, which is put to the person. */
  async function save(typed: FormResume, base: number) {
    setStatus(null);
    // The form goes on changing its own object; what was sent must not change with it.
    const resume = structuredClone(typed);
    try {
      // The schema on the server reads years from their digits, so what was typed is what is sent.
      const next = await call(saveResume, { body: { resumeData: resume }, ifMatch: `"${base}"` });
      await taken(resume, next.resumeVersion);
    } catch (error) {
      const theirs = conflictOf(error);
      if (theirs === null) throw error;
      // Saved by a try whose answer was lost, or in the same words elsewhere: there is nothing to choose.
      if (isSameResume(resume, theirs.resumeData)) await taken(resume, theirs.resumeVersion);
      else setConflict(theirs);
    }
  }

  return (
    <Form<ResumeFormValues>
      label="Resume"
      defaultValues={{ resumeData: draft?.resume ?? saved.resume }}
      resolver={resolver}
      failureMessage={(error) => messageOf(error, sentences.save)}
      onSubmit={(_parsed, form) => save(form.getValues("resumeData"), saved.base)}
    >
      <ResumeDesk
        user={user}
        saved={saved}
        status={status}
        conflict={conflict}
        onStatus={setStatus}
        onAdopt={setSaved}
        onKeepMine={save}
        onTakeTheirs={(theirs) => {
          setSaved({ base: theirs.resumeVersion, resume: toForm(theirs.resumeData) });
          setConflict(null);
          setStatus("The other version is in the form now.");
        }}
        onLater={() => setConflict(null)}
      />
    </Form>
  );
}

function conflictOf(error: unknown): ResumeConflict | null {
  const isConflict = error instanceof ApiError && error.code === "conflict";
  if (!isConflict || !error.details || !("resumeData" in error.details)) return null;
  return error.details as unknown as ResumeConflict;
}
