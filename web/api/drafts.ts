/** What drafts are kept in; the tab's own storage, so that they survive a reload and an expired session, no more. */
type DraftStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "greenroom.draft.";

/** Drafts of somebody who has not signed in. */
export const guest = "guest";

function keyOfDraft(owner: string, name: string): string {
  return `${prefix}${owner}.${name}`;
}

/** A draft as it was saved, null when there is none or it cannot be read. */
export function readDraft(
  storage: DraftStorage,
  owner: string,
  name: string,
): Record<string, unknown> | null {
  const text = storage.getItem(keyOfDraft(owner, name));
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // Only a hand or another version can have written this; an empty form is the right answer.
    storage.removeItem(keyOfDraft(owner, name));
    return null;
  }
}

/** Saves a draft. Never give it a password or a code. */
export function writeDraft(storage: DraftStorage, owner: string, name: string, value: object): void {
  storage.setItem(keyOfDraft(owner, name), JSON.stringify(value));
}

export function removeDraft(storage: DraftStorage, owner: string, name: string): void {
  storage.removeItem(keyOfDraft(owner, name));
}

/** Removes every draft, save those of `except` when given. */
export function removeDrafts(storage: DraftStorage, except?: string): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  for (const key of keys) {
    if (key === null || !key.startsWith(prefix)) continue;
    if (except !== undefined && key.startsWith(keyOfDraft(except, ""))) continue;
    storage.removeItem(key);
  }
}
