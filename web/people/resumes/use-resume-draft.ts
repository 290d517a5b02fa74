import { useEffect } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { draftStorage } from "../../session/browser-storage.ts";
import { readDraft, removeDraft, writeDraft } from "../../session/drafts/drafts.ts";
import { type FormResume, isFormResume, type ResumeFormValues } from "./resume-form-values.ts";

const draftName = "resume";

interface ResumeDraft {
  /** The version on which these edits are based, so that a save does not silently overwrite a newer one. */
  base: number;
  resume: FormResume;
}

/** This user's unsaved edits in this tab, from before a reload or an expired session. */
export function readResumeDraft(userId: string): ResumeDraft | null {
  const draft = readDraft(draftStorage, userId, draftName);
  if (draft === null || typeof draft.base !== "number" || !isFormResume(draft.resume)) return null;
  return { base: draft.base, resume: draft.resume };
}

/**
 * Keeps typed text in this tab until it is saved, and returns whether there is any. Belongs inside the form;
 * `saved` is the server's version, in the form's shape.
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
