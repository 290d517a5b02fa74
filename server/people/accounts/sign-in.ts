import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { maxSignIns, type Session, type SignIn } from "@greenroom/contract/people/accounts.ts";
import type { Actor, OperatorAccess } from "../../kernel/actor.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit.ts";
import { batchStatements, type Database, type Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { countPasswordTry } from "./lockout.ts";
import { sendNewDeviceNotice } from "./mails.ts";
import { redeemOneTimeCode } from "./one-time-codes.ts";
import { verifyPassword } from "./passwords.ts";
import { presentUser } from "./profile.ts";
import { hashToken, nameBrowser, newToken, type Requester } from "./requester.ts";
import { isSessionActive, needsTouch, sessionCutoff, sessionExpiry } from "./rules.ts";
import { endAllSessions, findAndLockUser, findUserByEmail, saveDevice, type UserRow } from "./store.ts";

/**
 * Signs in with a password. Throws the same `wrong_credentials` for an unknown address and a wrong password,
 * and `too_many_requests`.
 */
export async function signInWithPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  requester: Requester,
): Promise<Session> {
  const forgiveTries = await countPasswordTry(deps, email, requester);
  const found = await findUserByEmail(deps.database, email);
  if (!(await verifyPassword(found?.passwordHash ?? null, password)) || found === undefined)
    throw wrongCredentials(deps, found?.id ?? null);
  await forgiveTries();
  return inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const user = await findAndLockUser(tx, email);
    // A password that was replaced since it was checked must not open a session that outlives the replacement.
    if (user === undefined || user.passwordHash !== found.passwordHash)
      throw wrongCredentials(deps, found.id);
    const session = await openSession(deps, tx, { user, requester, now });
    await recordOpening(tx, user.id, "password", now);
    return session;
  });
}

function wrongCredentials({ log }: Deps, userId: string | null): AppError {
  log.info({ userId }, "password refused");
  return new AppError("wrong_credentials", { msg: "The email or the password is wrong." });
}

/** Signs in with a mailed code, which works once. Throws `code_invalid`. */
export async function signInWithCode(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
  requester: Requester,
): Promise<Session> {
  return redeemOneTimeCode(deps, { purpose: "signin", email, code: otp, requester }, async (tx, now) => {
    const user = await findAndLockUser(tx, email);
    if (user === undefined) throw new AppError("not_found", { msg: "This account no longer exists." });
    await recordOpening(tx, user.id, "code", now);
    return openSession(deps, tx, { user, requester, now });
  });
}

async function recordOpening(tx: Tx, userId: string, by: "password" | "code", now: Date): Promise<void> {
  const audited = { actor: { userId }, subject: `user:${userId}`, details: { by }, now };
  await recordAudit(tx, { action: "session.opened", ...audited });
}

interface Opening {
  /** Locked or new in this transaction, so that it cannot be blocked or deleted meanwhile. */
  user: UserRow;
  requester: Requester;
  now: Date;
  /** True if the account was created at the same moment, so that no mail about its first browser is sent. */
  isFirst?: boolean;
}

/**
 * Signs a user in. Only this function creates tokens, so every way of signing in checks the account,
 * remembers the browser and notifies the owner about a new one.
 */
export async function openSession(
  deps: Deps,
  tx: Tx,
  { user, requester, now, isFirst = false }: Opening,
): Promise<Session> {
  if (user.blockedAt !== null)
    throw new AppError("forbidden", { msg: "This account is blocked. Please contact support." });
  const token = newToken();
  await tx
    .insertInto("authSessions")
    .values({
      ...{ id: newId(), userId: user.id, tokenHash: hashToken(token), userAgent: requester.userAgent },
      ...{ createdAt: now, lastSeenAt: now, expiresAt: sessionExpiry(now) },
    })
    .execute();
  const newDeviceId = await saveDevice(tx, { userId: user.id, requester, now });
  if (newDeviceId !== null && !isFirst)
    await deps.jobs.enqueue(tx, sendNewDeviceNotice, { deviceId: newDeviceId });
  return { user: await presentUser(tx, user), token };
}

/** The user of a bearer token; null if the token is unknown, expired or signed out, or its owner is blocked. */
export async function findActor(deps: Deps, token: string): Promise<Actor | null> {
  const session = await findSession(deps.database, hashToken(token));
  const now = deps.clock.now();
  if (session === undefined || session.blockedAt !== null || !isSessionActive(session, now)) return null;
  const { id: sessionId, userId, role, lastSeenAt } = session;
  if (needsTouch(lastSeenAt, now)) {
    const sessions = deps.database.updateTable("authSessions");
    await sessions.set({ lastSeenAt: now }).where("id", "=", sessionId).execute();
  }
  return { userId, sessionId, role, operator: operatorAccess(session) };
}

type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number];

/**
 * The sign-in of a token with everything that decides whether it is valid. Ended sign-ins are not found. Every API call
 * begins with this lookup, so simultaneous calls share it.
 */
const findSession = batchStatements(findSessions, { maxSize: 64, maxConcurrent: 4 });

async function findSessions(database: Database, hashes: Buffer[]): Promise<(SessionRow | undefined)[]> {
  const found = new Map(
    (await selectSessions(database, hashes)).map((row) => [row.tokenHash.toString("hex"), row]),
  );
  return hashes.map((hash) => found.get(hash.toString("hex")));
}

/**
 * Most calls come alone, and one hash is compared without a list: for a list whose length it does not know, PostgreSQL
 * expects ten, so it would plan each lookup anew for its own list. Among 100,000 people that took longer than all else.
 */
function selectSessions(database: Database, hashes: Buffer[]) {
  const [first] = hashes;
  return database
    .selectFrom("authSessions as session")
    .innerJoin("users as user", "user.id", "session.userId")
    .leftJoin("operatorSignIns as desk", "desk.sessionId", "session.id")
    .select(["session.id", "session.tokenHash", "session.lastSeenAt", "session.expiresAt"])
    .select(["user.id as userId", "user.role", "user.isOperator", "user.operatorLevel", "user.blockedAt"])
    .select(["desk.openedAt", "desk.confirmedAt"])
    .where((row) =>
      hashes.length === 1 && first !== undefined
        ? row("session.tokenHash", "=", first)
        : row("session.tokenHash", "=", row.fn.any(row.val(hashes))),
    )
    .where("session.endedAt", "is", null)
    .execute();
}

interface OperatorColumns {
  isOperator: boolean;
  operatorLevel: string | null;
  openedAt: Date | null;
  confirmedAt: Date | null;
}

/** Null for a user without the operator flag. An operator without a level counts as `support`. */
export function operatorAccess(columns: OperatorColumns): OperatorAccess | null {
  const { isOperator, operatorLevel, openedAt, confirmedAt } = columns;
  if (!isOperator) return null;
  return { level: (operatorLevel as OperatorLevel | null) ?? "support", openedAt, confirmedAt };
}

/** The browsers in which the user is signed in. The one that makes the request comes first. */
export async function listSignIns(deps: Deps, actor: Actor): Promise<SignIn[]> {
  const rows = await selectSignIns(deps.database, actor.userId, deps.clock.now());
  return rows
    .map((row) => ({
      _id: row.id,
      browser: nameBrowser(row.userAgent) ?? "Unknown browser",
      signedInAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      isCurrent: row.id === actor.sessionId,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** A user's valid sign-ins, the most recently used first. */
function selectSignIns(database: Database | Tx, userId: string, now: Date) {
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

/** How many browsers a user is signed in with; at most `maxSignIns`. */
export async function countSignIns(database: Database | Tx, userId: string, now: Date): Promise<number> {
  return (await selectSignIns(database, userId, now)).length;
}

/**
 * Signs out one of the user's own browsers. Throws `not_found` for another user's sign-in, and for one that has
 * ended.
 */
export async function endSignIn(deps: Deps, actor: Actor, id: string): Promise<void> {
  const ended = await end(deps, actor, { only: id });
  if (ended === 0) throw new AppError("not_found", { msg: "This browser is no longer signed in." });
}

/** Signs out every browser of the user except the one that makes the request. */
export async function endOtherSignIns(deps: Deps, actor: Actor): Promise<{ msg: string }> {
  const ended = await end(deps, actor, { allBut: actor.sessionId });
  if (ended === 0) return { msg: "No other browser was signed in." };
  return {
    msg: ended === 1 ? "1 other browser was signed out." : `${ended} other browsers were signed out.`,
  };
}

async function end(
  deps: Deps,
  { userId }: Actor,
  which: { only: string } | { allBut: string },
): Promise<number> {
  return await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const ended = await tx
      .updateTable("authSessions")
      .set({ endedAt: now, userAgent: null })
      .where("userId", "=", userId)
      .where("endedAt", "is", null)
      .where((row) => ("only" in which ? row("id", "=", which.only) : row("id", "!=", which.allBut)))
      .returning("id")
      .execute();
    const count = ended.length;
    const details = { count, which: "only" in which ? "one" : "all others" };
    const audited = { actor: { userId }, subject: `user:${userId}`, details, now };
    if (count > 0) await recordAudit(tx, { action: "session.ended", ...audited });
    return count;
  });
}

/** Signs a user out everywhere, on behalf of another person. */
export async function endEverySignIn(
  tx: Tx,
  userId: string,
  { actor, reason, now }: { actor: AuditActor; reason: string; now: Date },
): Promise<void> {
  await endAllSessions(tx, userId, now);
  const details = { which: "all", reason };
  await recordAudit(tx, { actor, action: "session.ended", subject: `user:${userId}`, details, now });
}
