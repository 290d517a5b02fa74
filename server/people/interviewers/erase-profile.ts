import type { Tx } from "../../kernel/db/database.ts";
import { removeApplications } from "./applications/purge-applications.ts";
import { deleteInvitations } from "./invitations/invitation-store.ts";
import { deleteProfileRow } from "./store.ts";

/** Deletes a person's public profile and returns the storage key of its photo, to be removed after the commit. */
export async function eraseProfile(tx: Tx, userId: string): Promise<string | null> {
  return await deleteProfileRow(tx, userId);
}

/** Deletes all invitations and applications of an address. */
export async function eraseInvitations(tx: Tx, email: string): Promise<void> {
  await deleteInvitations(tx, email);
  await removeApplications(tx, email);
}
