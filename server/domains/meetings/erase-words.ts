import type { Tx } from "../../db/database.ts";
import { deleteWords } from "./chat-store.ts";
import { deleteOrphanedCode } from "./code-store.ts";

/**
 * Forgets what a person who closes their account said, noted and ran in rooms. The code of a session is both people's
 * work and bears no name: it goes with the second of them.
 */
export async function eraseWords(tx: Tx, userId: string): Promise<void> {
  await deleteWords(tx, userId);
  await deleteOrphanedCode(tx, userId);
}
