import type { Tx } from "../../kernel/db/database.ts";
import { deleteGeneratedResume, deleteResume, deleteResumeFile } from "./store.ts";

/** Deletes a user's resume; returns the storage keys of its files, to be removed after the commit. */
export async function eraseResume(tx: Tx, userId: string): Promise<string[]> {
  await deleteResume(tx, userId);
  const keys = [await deleteResumeFile(tx, userId), await deleteGeneratedResume(tx, userId)];
  return keys.filter((key) => key !== undefined);
}
