import { useEffect, useRef } from "react";
import { useFormContext } from "react-hook-form";
import { readDraft } from "./drafts.ts";
import { draftStorage } from "./session-store.ts";
import { forgetDraft, keepDraft, useDraftOwner } from "./use-draft.ts";

interface FormDraftProps {
  /** One name per form, with the id of its subject when there are several (`feedback-<bookingId>`). */
  name: string;
  /** The fields to keep: never a password or a code. */
  fields: readonly string[];
  /** Called with the time of each save, also that of a draft found here; null once there is none. */
  onSaved?: ((savedAt: Date | null) => void) | undefined;
  /** Whether a change is not the person's own: values that the form fills in are not a draft. */
  ignores?: (() => boolean) | undefined;
}

/** The time of the save, beside the fields. */
const savedAtKey = "$savedAt";

/**
 * Keeps what was typed into the surrounding form across a reload and a new sign-in. `useRemoveDraft` removes
 * the draft when it was sent, and signing out removes it too.
 */
export function FormDraft({ name, fields, onSaved, ignores }: FormDraftProps) {
  const form = useFormContext();
  const owner = useDraftOwner();
  const fieldNames = fields.join(" ");
  const tellSaved = useRef(onSaved);
  const isIgnored = useRef(ignores);
  useEffect(() => {
    tellSaved.current = onSaved;
    isIgnored.current = ignores;
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
      if (isIgnored.current?.() === true) return;
      const filledFields = draftFields
        .filter((field) => values[field])
        .map((field) => [field, values[field]]);
      if (filledFields.length === 0) {
        forgetDraft(owner, name);
        tellSaved.current?.(null);
        return;
      }
      const savedAt = new Date();
      const kept = { ...Object.fromEntries(filledFields), [savedAtKey]: savedAt.toISOString() };
      keepDraft(owner, name, kept);
      tellSaved.current?.(savedAt);
    });
    return () => subscription.unsubscribe();
  }, [form, owner, name, fieldNames]);

  return null;
}
