import { addMinutes } from "@greenroom/contract/core/time.ts";
import { seeAsMinutes } from "@greenroom/contract/operator/see-as.ts";
import { recordAudit } from "../../../audit/record-audit.ts";
import type { Actor } from "../../../core/actor.ts";
import { AppError } from "../../../core/errors.ts";
import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { isSessionActive } from "../../accounts/rules.ts";
import { hashToken, newToken } from "../../accounts/sign-in/tokens.ts";
import { deskOpenUntil } from "../access/rules.ts";
import { lockAccountRow } from "../people/get-account.ts";
import { findSeeAsToken, insertSeeAsToken, wasReadSince } from "./store.ts";

/** Distinguishes these tokens from those of a sign-in. */
const prefix = "see-as-";

/**
 * Issues a token for seeing the product as a person. This is audited with the operator's reason. Throws
 * `not_found`, and `conflict` for a deleted account or another operator's.
 */
export async function startSeeAs(
  deps: Deps,
  actor: Actor,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ token: string; expiresAt: string }> {
  const token = prefix + newToken();
  const now = deps.clock.now();
  const expiresAt = addMinutes(now, seeAsMinutes);
  await inTransaction(deps.database, async (tx) => {
    const person = await lockAccountRow(tx, userId);
    if (person.deletedAt !== null) throw new AppError("conflict", { msg: "This account is deleted." });
    if (person.isOperator)
      throw new AppError("conflict", { msg: "You can't see the product as another operator." });
    await insertSeeAsToken(tx, {
      tokenHash: hashToken(token),
      sessionId: actor.sessionId,
      userId,
      createdAt: now,
      expiresAt,
    });
    await recordAudit(tx, {
      actor: { userId: actor.userId },
      action: "desk.seen-as",
      subject: `user:${userId}`,
      details: { reason, until: expiresAt.toISOString() },
      now,
    });
  });
  return { token, expiresAt: expiresAt.toISOString() };
}

export const isSeeAsToken = (token: string): boolean => token.startsWith(prefix);

/** The person behind such a token; null when it has expired, or the operator's sign-in, desk or flag has ended. */
export async function findSeenPerson(deps: Deps, token: string): Promise<Actor | null> {
  const found = await findSeeAsToken(deps.database, hashToken(token));
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
    if (await wasReadSince(tx, { ...line, ...seenBy })) return;
    await recordAudit(tx, { ...line, actor: { userId: seenBy.operatorId }, now: deps.clock.now() });
  });
}
