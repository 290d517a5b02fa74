import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";

interface NewToken {
  tokenHash: Buffer;
  sessionId: string;
  userId: string;
  createdAt: Date;
  expiresAt: Date;
}

/** Stores a token; those of the same sign-in that have expired are deleted. */
export async function insertSeeAsToken(tx: Tx, token: NewToken): Promise<void> {
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
