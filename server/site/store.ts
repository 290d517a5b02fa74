import type { SiteTextKey } from "@greenroom/contract/desk/site-texts.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../kernel/db/database.ts";
import type { ContactMessages } from "../kernel/db/types.ts";

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

/** The newest version of every text that was ever edited. */
export async function selectCurrentTexts(database: Database | Tx) {
  return await database
    .selectFrom("siteTexts")
    .distinctOn("key")
    .select(["key", "version", "value"])
    .orderBy("key")
    .orderBy("version", "desc")
    .execute();
}

export async function selectVersions(database: Database, key: SiteTextKey, limit: number) {
  return await database
    .selectFrom("siteTexts")
    .innerJoin("users as editor", "editor.id", "siteTexts.editedBy")
    .select(["version", "value", "reason", "editedAt", "editor.firstName", "editor.lastName"])
    .where("key", "=", key)
    .orderBy("version", "desc")
    .limit(limit)
    .execute();
}

interface NewVersion {
  key: SiteTextKey;
  /** Null for the default. */
  value: unknown;
  version: number;
  reason: string;
  editedBy: string;
  now: Date;
}

/** Returns false if another edit has taken this version. */
export async function insertVersion(tx: Tx, { value, now, ...row }: NewVersion): Promise<boolean> {
  const inserted = await tx
    .insertInto("siteTexts")
    .values({ ...row, value: value === null ? null : JSON.stringify(value), editedAt: now })
    .onConflict((conflict) => conflict.columns(["key", "version"]).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
