import type { Tx } from "../../db/database.ts";
import { exportKey } from "./link-file.ts";
import { deleteResume, deleteResumeFile } from "./store.ts";

/** Erases a person's resume; answers the storage keys of its files, to be removed once this is committed. */
export async function eraseResume(tx: Tx, userId: string): Promise<string[]> {
  await deleteResume(tx, userId);
  const uploaded = await deleteResumeFile(tx, userId);
  return [exportKey(userId), ...(uploaded === undefined ? [] : [uploaded])];
}
