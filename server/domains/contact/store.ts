import type { Selectable } from "kysely";
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
