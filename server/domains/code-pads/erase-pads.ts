import type { Tx } from "../../db/database.ts";
import { deleteOrphanedPads } from "./pad-store.ts";
import { deleteRunsOf } from "./run-store.ts";

/** Deletes the pads of a person's interviews whose other party has already closed their account. */
export async function eraseOrphanedPads(tx: Tx, userId: string): Promise<void> {
  await deleteOrphanedPads(tx, userId);
}

/** Deletes the runs of a person who closes their account, also in pads that the other party keeps. */
export async function eraseRuns(tx: Tx, userId: string): Promise<void> {
  await deleteRunsOf(tx, userId);
}
