import type { Tx } from "../../kernel/db/database.ts";
import { clearNotesOf, deleteScoresOf, deleteSummariesOf } from "./scores-store.ts";

/**
 * Deletes mentors' scores and summaries for the interviews of a person who closes their account, and every text of the
 * feedback that this person wrote about others. Their scores stay, because they are the interviewees' progress.
 */
export async function eraseScores(tx: Tx, userId: string): Promise<void> {
  await deleteScoresOf(tx, userId);
  await clearNotesOf(tx, userId);
  await deleteSummariesOf(tx, userId);
}
