import type { Tx } from "../../db/database.ts";
import { deleteScoresOf } from "./scores-store.ts";

/** Deletes mentors' scores for the interviews of a person who closes their account. */
export async function eraseScores(tx: Tx, userId: string): Promise<void> {
  await deleteScoresOf(tx, userId);
}
