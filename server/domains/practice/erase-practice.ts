import type { Tx } from "../../db/database.ts";
import { deletePracticeOf } from "./store.ts";

/** Deletes the rounds and answers of a person who closes their account. */
export async function erasePractice(tx: Tx, userId: string): Promise<void> {
  await deletePracticeOf(tx, userId);
}
