import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import type { Actor } from "../../kernel/actor.ts";
import { recordAudit } from "../../kernel/audit.ts";
import { withDeadline } from "../../kernel/concurrency.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { sendPasswordNotice } from "./mails.ts";
import { redeemOneTimeCode } from "./one-time-codes.ts";
import { type RatedPassword, ratePassword } from "./rate-password.ts";
import type { Requester } from "./requester.ts";
import { endAllSessions, findUserByEmail, getUser, lockUser } from "./store.ts";

/**
 * argon2id with OWASP's first recommended setting (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane.
 */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** One keyboard sends "é" as one character, another as two, so a password is hashed in one form (NFC). */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), argon2Options);
}

/**
 * Hashes a sign-up's password. All sign-ups of one address share a salt, so that equal passwords have equal hashes
 * and we can tell a person's second attempt from an attacker's. Different addresses have different salts, and only
 * the server's secret allows computing one in advance.
 */
export function hashSignupPassword(
  deps: Pick<Deps, "hmac">,
  email: string,
  password: string,
): Promise<string> {
  return hash(password.normalize("NFC"), {
    ...argon2Options,
    salt: deps.hmac("signup-salt", email).subarray(0, 16),
  });
}

let decoyHash: Promise<string> | undefined;

/**
 * Checks a password in each of its forms, because older hashes are of the form that the keyboard sent. Without a stored
 * hash it checks a decoy, so that timing does not reveal who has an account.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoyHash ??= hashPassword("a password that nobody has");
  const checkedHash = storedHash ?? (await decoyHash);
  let isRight = false;
  for (const form of new Set([password.normalize("NFC"), password.normalize("NFD"), password])) {
    if (await verify(checkedHash, form)) isRight = true;
  }
  return isRight && storedHash !== null;
}

/** The hash of a random password, for an account that is closed. */
export function hashRandomPassword(): Promise<string> {
  return hashPassword(randomBytes(32).toString("base64url"));
}

/** Checks the password of a signed-in user. The caller limits the attempts. */
export async function isPasswordOf(
  { database }: Pick<Deps, "database">,
  userId: string,
  password: string,
): Promise<boolean> {
  const { passwordHash } = await getUser(database, userId);
  return await verifyPassword(passwordHash, password);
}

/** A process without a task answers within a few milliseconds, and within half a second the first time. */
const workerMilliseconds = 3_000;

/**
 * Refuses a password that is easy to guess, with an error at the field `path`. A worker process rates it, because the
 * word lists are large. If they are busy with files, the server rates it itself: nobody's uploads may delay a sign-up.
 */
export async function checkNewPassword(
  { workers, log }: Pick<Deps, "workers" | "log">,
  rated: RatedPassword,
  path: string,
): Promise<void> {
  const { weakness } = await withDeadline(workerMilliseconds, undefined, (signal) =>
    workers.run("ratePassword", rated, signal),
  ).catch((cause: Error) => {
    log.warn({ err: cause }, "no worker process rated a password in time, so the server does");
    return ratePassword(rated);
  });
  if (weakness !== null)
    throw invalidField(path, `This password is too easy to guess: ${weakness}. Please choose another.`);
}

/** Changes the password of a user who knows the current one. Ends every sign-in, including this one. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  requester: Requester,
): Promise<{ msg: string }> {
  const user = await getUser(deps.database, actor.userId);
  const personal = [user.email, user.firstName, user.lastName];
  await checkNewPassword(deps, { password: newPassword, personal }, "newPassword");
  const wrongPassword = () => invalidField("currentPassword", "The current password is wrong.");
  if (!(await verifyPassword(user.passwordHash, currentPassword))) throw wrongPassword();
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.database, async (tx) => {
    // Of two changes or resets at once, the second one knows a password that is no longer the current one.
    if ((await lockUser(tx, user.id)).passwordHash !== user.passwordHash) throw wrongPassword();
    const now = deps.clock.now();
    await replacePassword(deps, tx, { requester, userId: user.id, passwordHash, how: "change", now });
  });
  return { msg: "Password updated successfully. You will be logged out now." };
}

/** Sets a new password with a mailed code, and ends every sign-in of the user. Throws `code_invalid`. */
export async function resetPassword(
  deps: Deps,
  { email, otp, newPassword }: { email: string; otp: string; newPassword: string },
  requester: Requester,
): Promise<{ msg: string }> {
  // Does not check against the user's names, because a different response would reveal who has an account.
  await checkNewPassword(deps, { password: newPassword, personal: [email] }, "newPassword");
  // Hashed before the transaction, because it takes tens of milliseconds of processor time.
  const passwordHash = await hashPassword(newPassword);
  await redeemOneTimeCode(deps, { purpose: "reset", email, code: otp, requester }, async (tx, now) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) throw new AppError("not_found", { msg: "This account no longer exists." });
    await replacePassword(deps, tx, { requester, userId: user.id, passwordHash, how: "reset", now });
  });
  return { msg: "Your new password is set. Please sign in." };
}

interface PasswordReplacement {
  /** The browser that the account continues to know. */
  requester: Requester;
  userId: string;
  passwordHash: string;
  how: "reset" | "change";
  now: Date;
}

/**
 * Replaces a password, ends every sign-in, deletes the account's other known browsers, notifies the owner by mail,
 * and writes the audit log.
 */
export async function replacePassword(
  deps: Deps,
  tx: Tx,
  { requester, userId, passwordHash, how, now }: PasswordReplacement,
): Promise<void> {
  await tx
    .updateTable("users")
    .set({ passwordHash, passwordChangedAt: now })
    .where("id", "=", userId)
    .execute();
  await endAllSessions(tx, userId, now);
  await tx
    .deleteFrom("knownDevices")
    .where("userId", "=", userId)
    .where("tokenHash", "!=", requester.browserHash)
    .execute();
  const audited = { actor: { userId }, subject: `user:${userId}`, details: { how }, now };
  await recordAudit(tx, { action: "password.replaced", ...audited });
  await deps.jobs.enqueue(tx, sendPasswordNotice, { userId });
}
