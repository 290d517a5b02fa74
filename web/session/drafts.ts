/**
 * Drafts are kept in the tab's own storage, so that they survive a reload, an expired session and a sign-out in
 * another tab, but no more.
 */
type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const keyPrefix = "greenroom.draft.";

/** The owner of drafts when nobody is signed in. */
export const visitor = "guest";

function draftKey(owner: string, name: string): string {
  return `${keyPrefix}${owner}.${name}`;
}

/** A draft as it was saved, null when there is none or it cannot be read. */
export function readDraft(
  storage: DraftStorage,
  owner: string,
  name: string,
): Record<string, unknown> | null {
  const text = storage.getItem(draftKey(owner, name));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // Another version, or a person by hand, wrote this; an empty form is the right answer.
    storage.removeItem(draftKey(owner, name));
    return null;
  }
}

/** Saves a draft. Never pass a password or a code. */
export function writeDraft(storage: DraftStorage, owner: string, name: string, value: object): void {
  storage.setItem(draftKey(owner, name), JSON.stringify(value));
}

export function removeDraft(storage: DraftStorage, owner: string, name: string): void {
  storage.removeItem(draftKey(owner, name));
}

/** Whether there is a draft of this name. */
export function hasDraft(storage: DraftStorage, owner: string, name: string): boolean {
  return storage.getItem(draftKey(owner, name)) !== null;
}

/** Whether this tab has anything that its owner typed and did not send. */
export function hasDrafts(storage: DraftStorage, owner: string): boolean {
  return draftKeys(storage).some((key) => key.startsWith(draftKey(owner, "")));
}

/** Removes every draft, except those of `except`. */
export function removeDrafts(storage: DraftStorage, except?: string): void {
  for (const key of draftKeys(storage)) {
    if (except !== undefined && key.startsWith(draftKey(except, ""))) continue;
    storage.removeItem(key);
  }
}

function draftKeys(storage: DraftStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  return keys.filter((key) => key?.startsWith(keyPrefix) === true) as string[];
}
