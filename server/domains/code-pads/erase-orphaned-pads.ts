import type { Tx } from "../../db/database.ts";
import { deleteOrphanedPads } from "./pad-store.ts";

/** Deletes the pads of a person's interviews whose other party has already closed their account. */
export async function eraseOrphanedPads(tx: Tx, userId: string): Promise<void> {
  await deleteOrphanedPads(tx, userId);
}
