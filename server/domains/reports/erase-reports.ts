import type { Tx } from "../../db/database.ts";
import { deleteExercisesOf } from "./progress/store.ts";
import { deleteReportsOf } from "./store.ts";

/** Deletes the reports about a person who closes their account, and their objections to other reports. */
export async function eraseReports(tx: Tx, userId: string): Promise<void> {
  await deleteExercisesOf(tx, userId);
  await deleteReportsOf(tx, userId);
}
