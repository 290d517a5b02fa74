import { draftStorage } from "../../../session/browser-storage.ts";

const storageKey = "greenroom.chosen-slot";

/** The slot that this user selected in this tab before a reload; null without one. */
export function readChosenSlot(userId: string): string | null {
  const [ownerId, slotId] = (draftStorage.getItem(storageKey) ?? "").split(" ");
  return ownerId === userId && slotId !== undefined ? slotId : null;
}

/** Not a draft: signing out asks about drafts, and nothing was typed here. */
export function writeChosenSlot(userId: string, slotId: string | null): void {
  if (slotId === null) draftStorage.removeItem(storageKey);
  else draftStorage.setItem(storageKey, `${userId} ${slotId}`);
}
