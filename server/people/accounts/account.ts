import type { OperatorLevel, Role } from "@greenroom/contract/kernel/endpoint.ts";
import type { Selectable } from "kysely";
import { type AuditActor, deleteFormerNames, recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import type { Users } from "../../kernel/db/types.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { addressOfDeleted } from "../../kernel/mail/deliveries.ts";
import { endAllSessions, findAndLockUser, findUserByEmail, getUser, lockUser } from "./store.ts";

/**
 * Takes the lock that the deletion of an account takes, and holds it until the transaction ends, so that nothing is
 * stored for a person whose data were erased while a request was under way. Throws `not_found` if the account is
 * deleted.
 */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  if (await isDeletedWhenLocked(tx, userId)) throw deletedAccountError();
}

export function deletedAccountError(): AppError {
  return new AppError("not_found", { msg: "This account no longer exists." });
}

/** Takes the same lock, and returns true if the account is deleted. */
export async function isDeletedWhenLocked(tx: Tx, userId: string): Promise<boolean> {
  await lockSubjects(tx, [userId]);
  return (await getUser(tx, userId)).deletedAt !== null;
}

export type RightHolder = Pick<Selectable<Users>, "id" | "role" | "isOperator">;

/** A right that an account may be given. */
export interface Right {
  /** `interviewer`: in sentences and in the audit log. */
  name: string;
  isHeldBy(user: RightHolder): boolean;
  /** Gives it. Throws `conflict` for somebody who may not have it. */
  grantTo(tx: Tx, user: RightHolder, email: string): Promise<void>;
}

export type GrantDeps = Pick<Deps, "database" | "clock">;

interface Grant {
  email: string;
  actor: AuditActor;
  /** For the audit log. */
  reason?: string;
  now: Date;
}

/**
 * Finds and locks the account, gives it the right, and writes the audit log. Returns the account's id, or
 * null if it had the right already. Throws `not_found`, and the errors of `grantTo`.
 */
export async function grantRight(
  tx: Tx,
  right: Right,
  { email, actor, reason, now }: Grant,
): Promise<string | null> {
  const user = await lockUserByEmail(tx, email);
  if (right.isHeldBy(user)) return null;
  await right.grantTo(tx, user, email);
  const action = `role.${right.name}-granted`;
  const details = reason === undefined ? {} : { reason };
  await recordAudit(tx, { actor, action, subject: `user:${user.id}`, details, now });
  return user.id;
}

/** The account with this address, whose row stays locked until the transaction ends. Throws `not_found`. */
export async function lockUserByEmail(tx: Tx, email: string) {
  const user = await findAndLockUser(tx, email);
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  return user;
}

/* The rights of an account and of its sign-ins, which the operator's desk changes in its own transactions. */

export async function setRole(tx: Tx, userId: string, role: Role): Promise<void> {
  await tx.updateTable("users").set({ role }).where("id", "=", userId).execute();
}

/** Null removes the operator's flag. */
export async function setOperatorLevel(tx: Tx, userId: string, level: OperatorLevel | null): Promise<void> {
  await tx
    .updateTable("users")
    .set({ isOperator: level !== null, operatorLevel: level })
    .where("id", "=", userId)
    .execute();
}

/** Lets a sign-in end at `end` unless it ends earlier. */
export async function endSignInBy(tx: Tx, sessionId: string, end: Date): Promise<void> {
  await tx
    .updateTable("authSessions")
    .set({ expiresAt: end })
    .where("id", "=", sessionId)
    .where("expiresAt", ">", end)
    .execute();
}

/**
 * Blocks an account, which ends its sign-ins and refuses new ones, or unblocks it. `hasChanged` is false if it
 * already was as requested. Throws `not_found`.
 */
export async function blockAccount(
  tx: Tx,
  { email, isBlocked, now }: { email: string; isBlocked: boolean; now: Date },
): Promise<{ userId: string; hasChanged: boolean }> {
  const user = await findUserByEmail(tx, email);
  if (user === undefined) throw new AppError("not_found", { msg: `Nobody has an account with ${email}.` });
  if ((user.blockedAt !== null) === isBlocked) return { userId: user.id, hasChanged: false };
  const blockedAt = isBlocked ? now : null;
  await tx.updateTable("users").set({ blockedAt }).where("id", "=", user.id).execute();
  if (isBlocked) await endAllSessions(tx, user.id, now);
  return { userId: user.id, hasChanged: true };
}

interface AccountClosing {
  userId: string;
  email: string;
  /** The hash of a random password. */
  passwordHash: string;
  now: Date;
}

/**
 * Removes everything from an account that identifies its owner, blocks it and ends its sign-ins. The address can
 * sign up again.
 */
export async function closeAccount(
  tx: Tx,
  { userId, email, passwordHash, now }: AccountClosing,
): Promise<void> {
  // A sign-in that is under way ends first, so that its session is ended too.
  await lockUser(tx, userId);
  await endAllSessions(tx, userId, now);
  await tx.deleteFrom("codes").where("email", "=", email).execute();
  await tx.deleteFrom("codeGuesses").where("email", "=", email).execute();
  await tx.deleteFrom("lockoutNotices").where("email", "=", email).execute();
  await tx.deleteFrom("knownDevices").where("userId", "=", userId).execute();
  await tx.deleteFrom("pushSubscriptions").where("userId", "=", userId).execute();
  await tx.deleteFrom("mutedNotifications").where("userId", "=", userId).execute();
  await deleteFormerNames(tx, userId);
  // The row stays without a name, because other users' history refers to it.
  await tx
    .updateTable("users")
    .set({ email: addressOfDeleted(userId), firstName: "Deleted", lastName: "user", mobileNumber: "" })
    .set({ timeZone: null, passwordHash, passwordChangedAt: now, blockedAt: now, deletedAt: now })
    .where("id", "=", userId)
    .execute();
}
