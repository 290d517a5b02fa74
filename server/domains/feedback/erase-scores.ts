import type { Tx } from "../../db/database.ts";
import { deleteScoresOf, deleteSummariesOf } from "./scores-store.ts";

/**
 * Deletes mentors' scores and summaries for the interviews of a person who closes their account, and the summaries
 * that this person wrote about others.
 */
export async function eraseScores(tx: Tx, userId: string): Promise<void> {
  await deleteScoresOf(tx, userId);
  await deleteSummariesOf(tx, userId);
}
