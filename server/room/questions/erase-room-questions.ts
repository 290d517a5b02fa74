import type { Tx } from "../../kernel/db/database.ts";
import { deleteOwnAndFavorites } from "./own-store.ts";
import { deleteAskedContent, selectBankQuestionIds } from "./store.ts";

/** Deletes the own questions, favorites and marks of a person who closes their account. */
export async function eraseRoomQuestions(tx: Tx, userId: string): Promise<void> {
  await deleteOwnAndFavorites(tx, userId);
  await deleteAskedContent(tx, userId);
}

/** The record items of these interviews that are questions of the bank, whose text no person wrote. */
export async function listBankQuestionIds(tx: Tx, bookingIds: readonly string[]): Promise<Set<string>> {
  return new Set(await selectBankQuestionIds(tx, bookingIds));
}
