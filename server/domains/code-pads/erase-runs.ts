import type { Tx } from "../../db/database.ts";
import { deleteRunsOf } from "./run-store.ts";

/** Deletes the runs of a person who closes their account, also in pads that the other party keeps. */
export async function eraseRuns(tx: Tx, userId: string): Promise<void> {
  await deleteRunsOf(tx, userId);
}
