import { maxSignIns } from "@greenroom/contract/people/accounts.ts";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Users } from "../../kernel/db/types.ts";
import { newId } from "../../kernel/ids.ts";
import { addressOfDeleted } from "../../kernel/mail/deliveries.ts";
import { hashToken, type Requester } from "./requester.ts";
import { deviceCutoff, knownDevicesPerUser, sessionCutoff } from "./rules.ts";

export type UserRow = Selectable<Users>;

export function findUserByEmail(database: Database | Tx, email: string): Promise<UserRow | undefined> {
  return database.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

/**
 * Locks the row of the user who has this address now, so that a change of the password, a block or a deletion cannot
 * commit until the transaction ends.
 */
export function lockUserByEmail(tx: Tx, email: string): Promise<UserRow | undefined> {
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

export function setDetails(
  tx: Tx,
  userId: string,
  details: Pick<UserRow, "firstName" | "lastName" | "mobileNumber">,
): Promise<UserRow> {
  return tx
    .updateTable("users")
    .set(details)
    .where("id", "=", userId)
    .returningAll()
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

export async function setPassword(tx: Tx, userId: string, passwordHash: string, now: Date): Promise<void> {
  await tx
    .updateTable("users")
    .set({ passwordHash, passwordChangedAt: now })
    .where("id", "=", userId)
    .execute();
}

interface NewSession {
  userId: string;
  token: string;
  now: Date;
  expiresAt: Date;
  userAgent: string | null;
}

export async function insertSession(tx: Tx, { token, now, ...session }: NewSession): Promise<void> {
  await tx
    .insertInto("authSessions")
    .values({ id: newId(), ...session, tokenHash: hashToken(token), createdAt: now, lastSeenAt: now })
    .execute();
}

export async function touchSession(database: Database, sessionId: string, now: Date): Promise<void> {
  await database.updateTable("authSessions").set({ lastSeenAt: now }).where("id", "=", sessionId).execute();
}

export async function endSession(database: Database, sessionId: string, now: Date): Promise<void> {
  await database
    .updateTable("authSessions")
    .set({ endedAt: now, userAgent: null })
    .where("id", "=", sessionId)
    .where("endedAt", "is", null)
    .execute();
}

export async function endAllSessions(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable("authSessions")
    .set({ endedAt: now, userAgent: null })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .execute();
}

/** Null unblocks the account. */
export async function setBlocked(tx: Tx, userId: string, blockedAt: Date | null): Promise<void> {
  await tx.updateTable("users").set({ blockedAt }).where("id", "=", userId).execute();
}

/** Returns undefined if the account is deleted. */
export function setTimeZone(
  database: Database,
  userId: string,
  timeZone: string,
): Promise<UserRow | undefined> {
  return database
    .updateTable("users")
    .set({ timeZone })
    .where("id", "=", userId)
    .where("deletedAt", "is", null)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Removes the person from a closed account. The row stays without a name, because other users' history refers to
 * it.
 */
export async function anonymizeUser(
  tx: Tx,
  userId: string,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      email: addressOfDeleted(userId),
      firstName: "Deleted",
      lastName: "user",
      mobileNumber: "",
      timeZone: null,
      passwordHash,
      passwordChangedAt: now,
      blockedAt: now,
      deletedAt: now,
    })
    .where("id", "=", userId)
    .execute();
}

/** A user's valid sign-ins, the most recently used first. */
export function selectSignIns(database: Database | Tx, userId: string, now: Date) {
  return database
    .selectFrom("authSessions")
    .select(["id", "userAgent", "createdAt", "lastSeenAt"])
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .where("expiresAt", ">", now)
    .where("lastSeenAt", ">", sessionCutoff(now))
    .orderBy("lastSeenAt", "desc")
    .orderBy("id", "desc")
    .limit(maxSignIns)
    .execute();
}

/** Ends the sign-in with this id, or all others. Returns how many ended. */
export async function endSignIns(
  tx: Tx,
  { userId, which, now }: { userId: string; which: { only: string } | { allBut: string }; now: Date },
): Promise<number> {
  const ended = await tx
    .updateTable("authSessions")
    .set({ endedAt: now, userAgent: null })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .where((row) => ("only" in which ? row("id", "=", which.only) : row("id", "!=", which.allBut)))
    .returning("id")
    .execute();
  return ended.length;
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

export function findDevice(database: Database, deviceId: string) {
  return database
    .selectFrom("knownDevices")
    .select(["userId", "browserName", "createdAt"])
    .where("id", "=", deviceId)
    .executeTakeFirst();
}

/** Deletes the browsers that an account knows, except the one that makes the request. */
export async function forgetOtherDevices(tx: Tx, userId: string, requester: Requester): Promise<void> {
  await tx
    .deleteFrom("knownDevices")
    .where("userId", "=", userId)
    .where("tokenHash", "!=", requester.browserHash)
    .execute();
}

export async function deleteDevicesOf(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom("knownDevices").where("userId", "=", userId).execute();
}
