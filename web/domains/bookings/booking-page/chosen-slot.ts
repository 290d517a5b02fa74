import { draftStorage } from "../../../session/browser-storage.ts";

const storageKey = "greenroom.chosen-slot";

/** The slot that was selected in this tab before a reload; null without one. */
export function readChosenSlot(): string | null {
  return draftStorage.getItem(storageKey);
}

export function writeChosenSlot(slotId: string | null): void {
  if (slotId === null) draftStorage.removeItem(storageKey);
  else draftStorage.setItem(storageKey, slotId);
}
