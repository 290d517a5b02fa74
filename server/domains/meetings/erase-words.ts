import type { Tx } from "../../db/database.ts";
import { deleteWords } from "./chat-store.ts";

/** Forgets what a person who closes their account said and noted in rooms. */
export async function eraseWords(tx: Tx, userId: string): Promise<void> {
  await deleteWords(tx, userId);
}
