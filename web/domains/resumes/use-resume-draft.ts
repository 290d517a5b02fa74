import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react";
import { useFormContext } from "react-hook-form";
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
 * `saved` is the server's version, in the form's shape. Renders only when the answer changes, because a long
 * resume has hundreds of fields, which would be rendered with each key.
 */
export function useResumeDraft(
  userId: string,
  { base, saved }: { base: number; saved: FormResume },
): boolean {
  const { subscribe: subscribeForm, getValues } = useFormContext<ResumeFormValues>();
  const savedText = useMemo(() => JSON.stringify(saved), [saved]);
  const subscribe = useCallback(
    (onChange: () => void) => subscribeForm({ formState: { values: true }, callback: onChange }),
    [subscribeForm],
  );
  const readUnsaved = () => JSON.stringify(getValues("resumeData")) !== savedText;
  const isUnsaved = useSyncExternalStore(subscribe, readUnsaved, readUnsaved);
  useEffect(() => {
    const keep = () => {
      const resume = getValues("resumeData");
      if (JSON.stringify(resume) === savedText) removeDraft(draftStorage, userId, draftName);
      else writeDraft(draftStorage, userId, draftName, { base, resume });
    };
    keep();
    return subscribe(keep);
  }, [userId, base, savedText, getValues, subscribe]);
  return isUnsaved;
}
