import type { Tx } from "../../kernel/db/database.ts";
import { deletePads } from "./pad-store.ts";
import { deleteRunsOf } from "./run-store.ts";

/** Deletes the pads of interviews that nobody is left to read. */
export async function erasePads(tx: Tx, bookingIds: readonly string[]): Promise<void> {
  await deletePads(tx, bookingIds);
}

/** Deletes the runs of a person who closes their account, also in pads that the other party keeps. */
export async function eraseRuns(tx: Tx, userId: string): Promise<void> {
  await deleteRunsOf(tx, userId);
}
