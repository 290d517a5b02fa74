import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useFormContext } from "react-hook-form";
import { hasDraft, readDraft, removeDraft, visitor, writeDraft } from "./drafts.ts";
import { useSession } from "./session.tsx";
import { draftStorage } from "./session-store.ts";

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

/** Called after each change of a draft in this tab. */
const listeners = new Set<() => void>();

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
      writeDraft(draftStorage, owner, name, kept);
      tellListeners();
      tellSaved.current?.(savedAt);
    });
    return () => subscription.unsubscribe();
  }, [form, owner, name, fieldNames]);

  return null;
}

/** Call it when the form of this name was sent. */
export function useRemoveDraft(name: string): () => void {
  const owner = useDraftOwner();
  return useCallback(() => forgetDraft(owner, name), [owner, name]);
}

/** Whether there is a draft of this name in this tab now. */
export function useHasDraft(name: string): boolean {
  const owner = useDraftOwner();
  const read = () => hasDraft(draftStorage, owner, name);
  return useSyncExternalStore(subscribe, read, () => false);
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

function forgetDraft(owner: string, name: string): void {
  removeDraft(draftStorage, owner, name);
  tellListeners();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
