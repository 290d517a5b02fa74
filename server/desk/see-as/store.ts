import { sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";

interface View {
  sessionId: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a code; those of the same sign-in that have expired are deleted. */
export async function insertSeeAsCode(tx: Tx, code: View & { codeHash: Buffer }): Promise<void> {
  await tx
    .deleteFrom("seeAsCodes")
    .where("sessionId", "=", code.sessionId)
    .where("expiresAt", "<=", code.createdAt)
    .execute();
  await tx.insertInto("seeAsCodes").values(code).execute();
}

/** Uses up a code of this sign-in: the person whom it is about; undefined if it has expired or was used. */
export async function takeSeeAsCode(
  tx: Tx,
  { codeHash, sessionId, now }: { codeHash: Buffer; sessionId: string; now: Date },
): Promise<string | undefined> {
  const taken = await tx
    .deleteFrom("seeAsCodes")
    .where("codeHash", "=", codeHash)
    .where("sessionId", "=", sessionId)
    .where("expiresAt", ">", now)
    .returning("userId")
    .executeTakeFirst();
  return taken?.userId;
}

/** Stores a token; those of the same sign-in that have expired are deleted. */
export async function insertSeeAsToken(tx: Tx, token: View & { tokenHash: Buffer }): Promise<void> {
  await tx
    .deleteFrom("seeAsTokens")
    .where("sessionId", "=", token.sessionId)
    .where("expiresAt", "<=", token.createdAt)
    .execute();
  await tx.insertInto("seeAsTokens").values(token).execute();
}

/** A token with everything that decides whether it is valid: the operator's sign-in and desk, and the person. */
export async function findSeeAsToken(database: Database, tokenHash: Buffer) {
  return await database
    .selectFrom("seeAsTokens as token")
    .innerJoin("authSessions as session", "session.id", "token.sessionId")
    .innerJoin("users as operator", "operator.id", "session.userId")
    .innerJoin("operatorSignIns as desk", "desk.sessionId", "session.id")
    .innerJoin("users as person", "person.id", "token.userId")
    .select(["token.createdAt", "token.expiresAt", "desk.openedAt", "session.id as sessionId"])
    .select(["session.lastSeenAt", "session.expiresAt as sessionExpiresAt"])
    .select(["operator.id as operatorId", "person.id as userId", "person.role"])
    .where("token.tokenHash", "=", tokenHash)
    .where("session.endedAt", "is", null)
    .where("operator.isOperator", "=", true)
    .where("operator.blockedAt", "is", null)
    .where("person.deletedAt", "is", null)
    .executeTakeFirst();
}

/** Whether the audit log has such a line of this operator at or after `since`. */
export async function wasReadSince(
  tx: Tx,
  line: { action: string; subject: string; details: { address: string }; operatorId: string; since: Date },
): Promise<boolean> {
  const row = await tx
    .selectFrom("auditLog")
    .select("id")
    .where("subject", "=", line.subject)
    .where("action", "=", line.action)
    .where("actorUserId", "=", line.operatorId)
    .where("createdAt", ">=", line.since)
    .where(sql<boolean>`details ->> 'address' = ${line.details.address}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
