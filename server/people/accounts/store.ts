import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Users } from "../../kernel/db/types.ts";
import { newId } from "../../kernel/ids.ts";
import type { Requester } from "./requester.ts";
import { deviceCutoff, knownDevicesPerUser } from "./rules.ts";

export type UserRow = Selectable<Users>;

export function findUserByEmail(database: Database | Tx, email: string): Promise<UserRow | undefined> {
  return database.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

/**
 * Locks the row of the user who has this address now, so that a change of the password, a block or a deletion cannot
 * commit until the transaction ends.
 */
export function findAndLockUser(tx: Tx, email: string): Promise<UserRow | undefined> {
  return tx.selectFrom("users").selectAll().where("email", "=", email).forNoKeyUpdate().executeTakeFirst();
}

export function getUser(database: Database | Tx, userId: string): Promise<UserRow> {
  return database.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
}

/** Locks the user's row against changes until the transaction ends. */
export function lockUser(tx: Tx, userId: string): Promise<UserRow> {
  return tx
    .selectFrom("users")
    .selectAll()
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

/** Returns null if another account has the address. */
export async function insertUser(
  tx: Tx,
  user: Pick<UserRow, "email" | "firstName" | "lastName" | "mobileNumber" | "passwordHash">,
  now: Date,
): Promise<UserRow | null> {
  const inserted = await tx
    .insertInto("users")
    .values({ id: newId(), ...user, passwordChangedAt: now, createdAt: now })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted ?? null;
}

export async function endAllSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable("authSessions")
    .set({ endedAt: now, userAgent: null })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .execute();
}

/** Whether this browser has signed in to the account of this address within the last 180 days. */
export async function isKnownBrowser(
  database: Database | Tx,
  { email, requester, now }: { email: string; requester: Requester; now: Date },
): Promise<boolean> {
  const found = await database
    .selectFrom("knownDevices as device")
    .innerJoin("users as user", "user.id", "device.userId")
    .select("device.id")
    .where("user.email", "=", email)
    .where("device.tokenHash", "=", requester.browserHash)
    .where("device.lastSeenAt", ">", deviceCutoff(now))
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Remembers that the browser signed in. Returns the new device's id, or null if the account already knew the
 * browser.
 */
export async function saveDevice(
  tx: Tx,
  { userId, requester, now }: { userId: string; requester: Requester; now: Date },
): Promise<string | null> {
  // Without this lock, two sign-ins of one person that delete the same old device would deadlock.
  await lockSubjects(tx, [`devices:${userId}`]);
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    insert into known_devices (id, user_id, token_hash, browser_name, created_at, last_seen_at)
    values (${newId()}, ${userId}, ${requester.browserHash}, ${requester.browserName}, ${now}, ${now})
    on conflict (user_id, token_hash) do update set last_seen_at = ${now}, browser_name = ${requester.browserName}
    returning id, xmax = 0 as is_new`.execute(tx);
  const device = rows[0];
  if (device === undefined || !device.isNew) return null;
  await sql`
    delete from known_devices where user_id = ${userId} and id not in (
      select id from known_devices where user_id = ${userId}
      order by last_seen_at desc, id desc limit ${knownDevicesPerUser})`.execute(tx);
  return device.id;
}
