import type { Tx } from "../../kernel/db/database.ts";
import { deleteModelCallsOf } from "./model-calls.ts";
import { deletePracticeOf } from "./store.ts";

/** Deletes the rounds, answers and counted calls of a person who closes their account. */
export async function erasePractice(tx: Tx, userId: string): Promise<void> {
  await deletePracticeOf(tx, userId);
  await deleteModelCallsOf(tx, userId);
}
