import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import type { ContactMessages } from "../../db/types.ts";

export type ContactMessage = Selectable<ContactMessages>;

export async function insertMessage(tx: Tx, message: ContactMessage): Promise<void> {
  await tx.insertInto("contactMessages").values(message).execute();
}

export async function getMessage(database: Database, id: string): Promise<ContactMessage> {
  return await database
    .selectFrom("contactMessages")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** `email` is in lower case. */
export async function deleteMessagesFrom(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("contactMessages").where(sql`lower(email)`, "=", email).execute();
}
