import type { Selectable } from "kysely";
import type { Database, Tx } from "../../db/database.ts";
import { newId } from "../../db/ids.ts";
import type { Users } from "../../db/types.ts";
import { hashToken } from "./tokens.ts";

export type UserRow = Selectable<Users>;

export function findUserByEmail(database: Database | Tx, email: string): Promise<UserRow | undefined> {
  return database.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

export function getUser(database: Database | Tx, userId: string): Promise<UserRow> {
  return database.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
}

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
}

export async function insertSession(tx: Tx, { userId, token, now, expiresAt }: NewSession): Promise<void> {
  await tx
    .insertInto("authSessions")
    .values({ id: newId(), userId, tokenHash: hashToken(token), createdAt: now, lastSeenAt: now, expiresAt })
    .execute();
}

export async function touchSession(database: Database, sessionId: string, now: Date): Promise<void> {
  await database.updateTable("authSessions").set({ lastSeenAt: now }).where("id", "=", sessionId).execute();
}

export async function endSession(database: Database, sessionId: string, now: Date): Promise<void> {
  await database
    .updateTable("authSessions")
    .set({ endedAt: now })
    .where("id", "=", sessionId)
    .where("endedAt", "is", null)
    .execute();
}

export async function endSessionsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable("authSessions")
    .set({ endedAt: now })
    .where("userId", "=", userId)
    .where("endedAt", "is", null)
    .execute();
}

/** Null: lets the account in again. */
export async function setBlocked(tx: Tx, userId: string, blockedAt: Date | null): Promise<void> {
  await tx.updateTable("users").set({ blockedAt }).where("id", "=", userId).execute();
}

export function setTimeZone(database: Database, userId: string, timeZone: string): Promise<UserRow> {
  return database
    .updateTable("users")
    .set({ timeZone })
    .where("id", "=", userId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What is left of a closed account: a row for others' history to refer to, with nobody's name on it. */
export async function anonymiseUser(
  tx: Tx,
  userId: string,
  { passwordHash, now }: { passwordHash: string; now: Date },
): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      email: `deleted-${userId}@deleted.invalid`,
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
