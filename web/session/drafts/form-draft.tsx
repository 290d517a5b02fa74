import { useCallback, useEffect, useRef, useState } from "react";
import { useFormContext } from "react-hook-form";
import { draftStorage } from "../browser-storage.ts";
import { useSession } from "../session.tsx";
import { readDraft, removeDraft, visitor, writeDraft } from "./drafts.ts";

interface FormDraftProps {
  /** One name per form, with the id of its subject when there are several (`feedback-<bookingId>`). */
  name: string;
  /** The fields to keep: never a password or a code. */
  fields: readonly string[];
  /** Called with the time of each save, also that of a draft found here; null once there is none. */
  onSaved?: ((savedAt: Date | null) => void) | undefined;
}

/** The time of the save, beside the fields. */
const savedAtKey = "$savedAt";

/**
 * Keeps what was typed into the surrounding form over a reload and a new sign-in. `useRemoveDraft` removes
 * the draft when it was sent, and signing out removes it too.
 */
export function FormDraft({ name, fields, onSaved }: FormDraftProps) {
  const form = useFormContext();
  const owner = useDraftOwner();
  const fieldNames = fields.join(" ");
  const tellSaved = useRef(onSaved);
  useEffect(() => {
    tellSaved.current = onSaved;
  });

  useEffect(() => {
    const draftFields = fieldNames.split(" ");
    const draft = readDraft(draftStorage, owner, name);
    for (const field of draftFields) {
      const value = draft?.[field];
      if (value !== undefined) form.setValue(field, value, { shouldDirty: true });
    }
    const savedAt = Date.parse(String(draft?.[savedAtKey]));
    if (!Number.isNaN(savedAt)) tellSaved.current?.(new Date(savedAt));
    const subscription = form.watch((values) => {
      const filledFields = draftFields
        .filter((field) => values[field])
        .map((field) => [field, values[field]]);
      if (filledFields.length === 0) {
        removeDraft(draftStorage, owner, name);
        tellSaved.current?.(null);
        return;
      }
      const savedAt = new Date();
      const kept = { ...Object.fromEntries(filledFields), [savedAtKey]: savedAt.toISOString() };
      writeDraft(draftStorage, owner, name, kept);
      tellSaved.current?.(savedAt);
    });
    return () => subscription.unsubscribe();
  }, [form, owner, name, fieldNames]);

  return null;
}

/** Call it when the form of this name was sent. */
export function useRemoveDraft(name: string): () => void {
  const owner = useDraftOwner();
  return useCallback(() => removeDraft(draftStorage, owner, name), [owner, name]);
}

/** Whether a draft of this name existed when the component appeared. */
export function useHadDraft(name: string): boolean {
  const owner = useDraftOwner();
  const [hadDraft] = useState(() => readDraft(draftStorage, owner, name) !== null);
  return hadDraft;
}

function useDraftOwner(): string {
  return useSession().user?._id ?? visitor;
}
