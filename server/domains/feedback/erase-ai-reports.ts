import type { Tx } from "../../db/database.ts";
import { deleteAiReports } from "./store.ts";

/** Forgets what the AI wrote about a person who closes their account. */
export async function eraseAiReports(tx: Tx, userId: string): Promise<void> {
  await deleteAiReports(tx, userId);
}
