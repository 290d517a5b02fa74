import { useCallback, useState, useSyncExternalStore } from "react";
import { hasDraft, readDraft, removeDraft, visitor, writeDraft } from "./drafts.ts";
import { useSession } from "./session.tsx";
import { draftStorage } from "./session-store.ts";

/** Called after each change of a draft in this tab. */
const listeners = new Set<() => void>();

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

export function useDraftOwner(): string {
  return useSession().user?._id ?? visitor;
}

export function forgetDraft(owner: string, name: string): void {
  removeDraft(draftStorage, owner, name);
  tellListeners();
}

export function keepDraft(owner: string, name: string, fields: Record<string, unknown>): void {
  writeDraft(draftStorage, owner, name, fields);
  tellListeners();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
