import type { Database, Tx } from "../../../kernel/db/database.ts";
import { newId } from "../../../kernel/ids.ts";
import { noticeLinkSince, utcDay } from "../rules.ts";

/**
 * Records that the owner of an address must be told. Returns the notice's id, or null if there is already one for
 * today.
 */
export async function insertLockoutNotice(tx: Tx, email: string, now: Date): Promise<string | null> {
  const inserted = await tx
    .insertInto("lockoutNotices")
    .values({ id: newId(), email, onDay: utcDay(now), createdAt: now })
    .onConflict((conflict) => conflict.columns(["email", "onDay"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Stores the hash of a link before it is mailed. */
export async function setNoticeToken(database: Database, noticeId: string, tokenHash: Buffer): Promise<void> {
  await database.updateTable("lockoutNotices").set({ tokenHash }).where("id", "=", noticeId).execute();
}

/** The notice that a valid link belongs to. */
export function findNoticeByToken(tx: Tx, tokenHash: Buffer, now: Date) {
  return tx
    .selectFrom("lockoutNotices")
    .select("email")
    .where("tokenHash", "=", tokenHash)
    .where("createdAt", ">", noticeLinkSince(now))
    .executeTakeFirst();
}

export function findLockoutNotice(database: Database, noticeId: string) {
  return database.selectFrom("lockoutNotices").select("email").where("id", "=", noticeId).executeTakeFirst();
}
