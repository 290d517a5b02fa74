import type { Selectable } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Users } from "../../kernel/db/types.ts";
import { newId } from "../../kernel/ids.ts";
import { addressOfDeleted } from "../../kernel/mail/deleted-recipients.ts";
import { hashToken } from "./sign-in/tokens.ts";

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
