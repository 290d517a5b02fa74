import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { ContactMessages } from "../../kernel/db/types.ts";

export type ContactMessage = Selectable<ContactMessages>;

export async function insertMessage(tx: Tx, message: ContactMessage): Promise<void> {
  await tx.insertInto("contactMessages").values(message).execute();
}

/** Undefined if the sender has deleted the account with this address since. */
export async function findMessage(database: Database, id: string): Promise<ContactMessage | undefined> {
  return await database.selectFrom("contactMessages").selectAll().where("id", "=", id).executeTakeFirst();
}

/** `email` is in lower case. */
export async function deleteMessagesFrom(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("contactMessages").where(sql`lower(email)`, "=", email).execute();
}
