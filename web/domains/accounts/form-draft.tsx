import { useCallback, useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { guest, readDraft, removeDraft, writeDraft } from "../../api/drafts.ts";
import { useSession } from "./session.tsx";
import { draftStorage } from "./storage.ts";

interface FormDraftProps {
  /** One name a form; with the id of what it is about when there are several (`feedback-<bookingId>`). */
  name: string;
  /** What is kept: never a password or a code. */
  fields: readonly string[];
}

/**
 * Stands inside a form and keeps what was typed over a reload and over the way to sign in again. The draft goes with
 * `useForgetDraft` when it was sent, and at sign-out.
 */
export function FormDraft({ name, fields }: FormDraftProps) {
  const form = useFormContext();
  const owner = useDraftOwner();
  const fieldNames = fields.join(" ");

  useEffect(() => {
    const kept = fieldNames.split(" ");
    const draft = readDraft(draftStorage, owner, name);
    for (const field of kept) {
      const value = draft?.[field];
      if (value !== undefined) form.setValue(field, value, { shouldDirty: true });
    }
    const watching = form.watch((values) => {
      const typed = kept.filter((field) => values[field]).map((field) => [field, values[field]]);
      if (typed.length > 0) writeDraft(draftStorage, owner, name, Object.fromEntries(typed));
      else removeDraft(draftStorage, owner, name);
    });
    return () => watching.unsubscribe();
  }, [form, owner, name, fieldNames]);

  return null;
}

/** To be called when the form of this name was sent. */
export function useForgetDraft(name: string): () => void {
  const owner = useDraftOwner();
  return useCallback(() => removeDraft(draftStorage, owner, name), [owner, name]);
}

function useDraftOwner(): string {
  return useSession().user?._id ?? guest;
}
