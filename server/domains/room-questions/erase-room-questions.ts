import type { Tx } from "../../db/database.ts";
import { deleteOwnAndFavorites } from "./own-store.ts";
import { deleteAskedContent } from "./store.ts";

/** Deletes the own questions, favorites and marks of a person who closes their account. */
export async function eraseRoomQuestions(tx: Tx, userId: string): Promise<void> {
  await deleteOwnAndFavorites(tx, userId);
  await deleteAskedContent(tx, userId);
}
