import { seeAsCodeSeconds, seeAsMinutes } from "@greenroom/contract/desk/people.ts";
import { seeAsTokenOf } from "@greenroom/contract/desk/see-as-token.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { hashToken, newToken } from "../../people/accounts/requester.ts";
import { isSessionActive } from "../../people/accounts/rules.ts";
import { deskOpenUntil } from "../access/open-desk.ts";
import { lockAccountRow } from "../people/find-people.ts";

/**
 * Issues the code that one tab of this sign-in exchanges for a token. This is audited with the operator's reason. Throws
 * `not_found`, and `conflict` for a deleted account or another operator's.
 */
export async function startSeeAs(
  deps: Deps,
  actor: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ code: string }> {
  const code = newToken();
  const now = deps.clock.now();
  const expiresAt = new Date(now.getTime() + seeAsCodeSeconds * 1000);
  await inTransaction(deps.database, async (tx) => {
    const person = await lockAccountRow(tx, userId);
    if (person.deletedAt !== null) throw conflict("This account is deleted.");
    if (person.isOperator) throw conflict("You can't see the product as another operator.");
    const { sessionId } = actor;
    // Those of the same sign-in that have expired go.
    await tx
      .deleteFrom("seeAsCodes")
      .where("sessionId", "=", sessionId)
      .where("expiresAt", "<=", now)
      .execute();
    const row = { codeHash: hashToken(code), sessionId, userId, createdAt: now, expiresAt };
    await tx.insertInto("seeAsCodes").values(row).execute();
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "desk.seen-as",
      subject: `user:${userId}`,
      details: { reason, until: addMinutes(expiresAt, seeAsMinutes).toISOString() },
      now,
    });
  });
  return { code };
}

/**
 * Exchanges a code for the token of the view. Throws `code_invalid` for one that another sign-in started: a link from
 * somebody else must never put their session into this tab.
 */
export async function openSeeAs(
  deps: Deps,
  { sessionId }: Actor,
  code: string,
): Promise<{ token: string; expiresAt: string }> {
  const token = seeAsTokenOf(newToken());
  const now = deps.clock.now();
  const expiresAt = addMinutes(now, seeAsMinutes);
  await inTransaction(deps.database, async (tx) => {
    const taken = await tx
      .deleteFrom("seeAsCodes")
      .where("codeHash", "=", hashToken(code))
      .where("sessionId", "=", sessionId)
      .where("expiresAt", ">", now)
      .returning("userId")
      .executeTakeFirst();
    if (taken === undefined) {
      throw new AppError("code_invalid", {
        msg: "This link has been used or is too old. Start again from the person's page.",
      });
    }
    await tx
      .deleteFrom("seeAsTokens")
      .where("sessionId", "=", sessionId)
      .where("expiresAt", "<=", now)
      .execute();
    const row = { tokenHash: hashToken(token), sessionId, ...taken, createdAt: now, expiresAt };
    await tx.insertInto("seeAsTokens").values(row).execute();
  });
  return { token, expiresAt: expiresAt.toISOString() };
}

/** The person behind such a token; null when it has expired, or the operator's sign-in, desk or flag has ended. */
export async function findSeenPerson(deps: Deps, token: string): Promise<Actor | null> {
  const found = await deps.database
    .selectFrom("seeAsTokens as token")
    .innerJoin("authSessions as session", "session.id", "token.sessionId")
    .innerJoin("users as operator", "operator.id", "session.userId")
    .innerJoin("operatorSignIns as desk", "desk.sessionId", "session.id")
    .innerJoin("users as person", "person.id", "token.userId")
    .select(["token.createdAt", "token.expiresAt", "desk.openedAt", "session.id as sessionId"])
    .select(["session.lastSeenAt", "session.expiresAt as sessionExpiresAt"])
    .select(["operator.id as operatorId", "person.id as userId", "person.role"])
    .where("token.tokenHash", "=", hashToken(token))
    .where("session.endedAt", "is", null)
    .where("operator.isOperator", "=", true)
    .where("operator.blockedAt", "is", null)
    .where("person.deletedAt", "is", null)
    .executeTakeFirst();
  const now = deps.clock.now();
  if (found === undefined || found.expiresAt <= now || deskOpenUntil(found, now) === null) return null;
  const { lastSeenAt, sessionExpiresAt, userId, sessionId, role, operatorId, createdAt } = found;
  if (!isSessionActive({ lastSeenAt, expiresAt: sessionExpiresAt }, now)) return null;
  return { userId, sessionId, role, operator: null, seenBy: { operatorId, since: createdAt } };
}

/** Leaves one audit line for each address that an operator reads as a person, in each of their views. */
export async function recordSeenCall(deps: Deps, { userId, seenBy }: Actor, address: string): Promise<void> {
  if (seenBy === undefined) return;
  const line = { action: "desk.seen-as-read", subject: `user:${userId}`, details: { address } };
  await inTransaction(deps.database, async (tx) => {
    const earlier = await tx
      .selectFrom("auditLog")
      .select("id")
      .where("subject", "=", line.subject)
      .where("action", "=", line.action)
      .where("actorUserId", "=", seenBy.operatorId)
      .where("createdAt", ">=", seenBy.since)
      .where(sql<boolean>`details ->> 'address' = ${address}`)
      .limit(1)
      .executeTakeFirst();
    if (earlier !== undefined) return;
    await recordAudit(tx, { ...line, actor: { userId: seenBy.operatorId }, now: deps.clock.now() });
  });
}
