import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { readDraft, removeDraft, writeDraft } from "../../api/drafts.ts";
import { draftStorage } from "../accounts/storage.ts";
import { type FormResume, isFormResume, type ResumeFormValues } from "./form-values.ts";

const draftName = "resume";

interface ResumeDraft {
  /** The version that these edits began with: a save must not overwrite a newer one unseen. */
  base: number;
  resume: FormResume;
}

/** Unsaved edits of this person that this tab still holds, from before a reload or an expired session. */
export function readResumeDraft(userId: string): ResumeDraft | null {
  const draft = readDraft(draftStorage, userId, draftName);
  if (draft === null || typeof draft.base !== "number" || !isFormResume(draft.resume)) return null;
  return { base: draft.base, resume: draft.resume };
}

/**
 * Keeps what is typed in this tab until it is saved, and tells whether there is anything to keep. Stands inside the
 * form; `saved` is what the server has, as the form writes it.
 */
export function useResumeDraft(
  userId: string,
  { base, saved }: { base: number; saved: FormResume },
): boolean {
  const { control } = useFormContext<ResumeFormValues>();
  const resume = useWatch({ control, name: "resumeData" });
  const isUnsaved = JSON.stringify(resume) !== JSON.stringify(saved);
  useEffect(() => {
    if (isUnsaved) writeDraft(draftStorage, userId, draftName, { base, resume });
    else removeDraft(draftStorage, userId, draftName);
  }, [userId, base, resume, isUnsaved]);
  return isUnsaved;
}
