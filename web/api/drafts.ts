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

/** Whether this tab holds anything that its owner typed and did not send. */
export function hasDrafts(storage: DraftStorage, owner: string): boolean {
  return draftKeys(storage).some((key) => key.startsWith(keyOfDraft(owner, "")));
}

/** Removes every draft, save those of `except` when given. */
export function removeDrafts(storage: DraftStorage, except?: string): void {
  for (const key of draftKeys(storage)) {
    if (except !== undefined && key.startsWith(keyOfDraft(except, ""))) continue;
    storage.removeItem(key);
  }
}

function draftKeys(storage: DraftStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  return keys.filter((key) => key?.startsWith(prefix) === true) as string[];
}
