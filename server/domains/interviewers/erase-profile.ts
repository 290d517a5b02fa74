import type { Tx } from "../../db/database.ts";
import { deleteInvitations } from "./invitation-store.ts";
import { deleteProfileRow } from "./store.ts";

/** Deletes a person's public profile; answers the storage key of its photo, to be removed once this is committed. */
export async function eraseProfile(tx: Tx, userId: string): Promise<string | null> {
  return await deleteProfileRow(tx, userId);
}

/** Takes away every invitation of an address. */
export async function eraseInvitations(tx: Tx, email: string): Promise<void> {
  await deleteInvitations(tx, email);
}
