import type { Tx } from "../../kernel/db/database.ts";
import { deleteMessagesFrom } from "./store.ts";

/** Deletes the messages that a person sent us from their address when they close their account. */
export async function eraseContactMessages(tx: Tx, email: string): Promise<void> {
  await deleteMessagesFrom(tx, email);
}
