import { type SqlBool, sql } from "kysely";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { PendingSignup } from "../../kernel/db/stored-json.ts";
import { newId } from "../../kernel/ids.ts";
import type { Requester } from "./requester.ts";
import {
  maxGuessesPerDay,
  noticeLinkSince,
  type OneTimeCodePurpose,
  oneTimeCodeExpiry,
  type PendingStart,
  pendingSignupSince,
  utcDay,
} from "./rules.ts";

/** A purpose and an address, locked together, at one instant. */
interface CodeSubject {
  purpose: OneTimeCodePurpose;
  email: string;
  now: Date;
}

interface NewCode extends CodeSubject {
  requester: Requester;
  isKnownBrowser: boolean;
  signup: { form: PendingSignup; tokenHash: Buffer } | null;
}

/** The requests of the last 24 hours. Rate limits bound their number. */
export function findCodeRequests(tx: Tx, { purpose, email, now }: CodeSubject) {
  return tx
    .selectFrom("codes")
    .select(["createdAt", "browserHash", "networkHash", "isKnownBrowser"])
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("createdAt", ">", new Date(now.getTime() - 86_400_000))
    .execute();
}

/** Stores a request for a code and voids older ones of the same browser, never those of other browsers. */
export async function insertOneTimeCode(tx: Tx, code: NewCode): Promise<string> {
  const { purpose, email, signup, now, requester } = code;
  await tx
    .updateTable("codes")
    .set({ voidedAt: now, signup: null })
    .where("purpose", "=", purpose)
    .where("email", "=", email)
    .where("browserHash", "=", requester.browserHash)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .execute();
  const id = newId();
  await tx
    .insertInto("codes")
    .values({
      id,
      purpose,
      email,
      signup: signup === null ? null : JSON.stringify(signup.form),
      signupTokenHash: signup?.tokenHash ?? null,
      browserHash: requester.browserHash,
      networkHash: requester.networkHash,
      browserName: requester.browserName,
      timeZone: requester.timeZone,
      isKnownBrowser: code.isKnownBrowser,
      createdAt: now,
      expiresAt: oneTimeCodeExpiry(now),
    })
    .execute();
  return id;
}

export function findOneTimeCode(database: Database | Tx, codeId: string) {
  return database.selectFrom("codes").selectAll().where("id", "=", codeId).executeTakeFirst();
}

/** Stores the hash of a code before it is mailed. Returns false if the request was used or voided meanwhile. */
export async function setOneTimeCodeHash(
  database: Database,
  codeId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const result = await database
    .updateTable("codes")
    .set({ codeHash })
    .where("id", "=", codeId)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

function selectLiveCodes(tx: Database | Tx, { purpose, email, now }: CodeSubject) {
  return tx
    .selectFrom("codes")
    .selectAll()
    .where("purpose", "=", purpose)
    .where("email", "=", email)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .where("expiresAt", ">", now)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(1);
}

export function findNewestCode(tx: Tx, subject: CodeSubject) {
  return selectLiveCodes(tx, subject).executeTakeFirst();
}

/** The newest valid code that this browser, or the sign-up with this token, requested. */
export function findOwnCode(
  tx: Database | Tx,
  subject: CodeSubject,
  { browserHash, signupTokenHash }: { browserHash: Buffer; signupTokenHash: Buffer | null },
) {
  const isOwn = sql<SqlBool>`(browser_hash = ${browserHash} or signup_token_hash = ${signupTokenHash})`;
  return selectLiveCodes(tx, subject).where(isOwn).executeTakeFirst();
}

/** The unfinished sign-ups of an address, newest first, without those that the same browser started again. */
export async function findPendingStarts(tx: Tx, email: string, now: Date): Promise<PendingStart[]> {
  const rows = await tx
    .selectFrom("codes")
    .select(["signup", "signupTokenHash"])
    .where("purpose", "=", "signup")
    .where("email", "=", email)
    .where("signup", "is not", null)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .where("createdAt", ">", pendingSignupSince(now))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.flatMap(({ signup, signupTokenHash }) =>
    signup === null ? [] : [{ form: signup, tokenHash: signupTokenHash }],
  );
}

/** Counts a guess at a code, either by the browser that requested it or by another. */
export async function countAttempt(
  tx: Tx,
  codeId: string,
  column: "attempts" | "ownAttempts",
): Promise<void> {
  await tx
    .updateTable("codes")
    .set((expression) => ({ [column]: expression(column, "+", 1) }))
    .where("id", "=", codeId)
    .execute();
}

/** Marks a code as used and voids the others of its purpose and address. */
export async function consumeCode(
  tx: Tx,
  codeId: string,
  { purpose, email, now }: CodeSubject,
): Promise<void> {
  await tx.updateTable("codes").set({ usedAt: now, signup: null }).where("id", "=", codeId).execute();
  await tx
    .updateTable("codes")
    .set({ voidedAt: now, signup: null })
    .where("purpose", "=", purpose)
    .where("email", "=", email)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .execute();
}

/** Deletes every code, guess and notice of an address. */
export async function deleteOneTimeCodes(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom("codes").where("email", "=", email).execute();
  await tx.deleteFrom("codeGuesses").where("email", "=", email).execute();
  await tx.deleteFrom("lockoutNotices").where("email", "=", email).execute();
}

/**
 * Counts one of the day's guesses by a browser that did not request the code. Returns false if the day's budget is
 * used up.
 */
export async function countGuess(
  tx: Tx,
  purpose: OneTimeCodePurpose,
  email: string,
  day: string,
): Promise<boolean> {
  const counted = await sql<{ guesses: number }>`
    insert into code_guesses (email, purpose, on_day, guesses) values (${email}, ${purpose}, ${day}, 1)
    on conflict (email, purpose, on_day) do update set guesses = code_guesses.guesses + 1
      where code_guesses.guesses < ${maxGuessesPerDay}
    returning guesses`.execute(tx);
  return counted.rows.length === 1;
}

/** Removes a correct guess from the day's count. */
export async function forgetCorrectGuess(
  tx: Tx,
  purpose: OneTimeCodePurpose,
  email: string,
  day: string,
): Promise<void> {
  await tx
    .updateTable("codeGuesses")
    .set((expression) => ({ guesses: expression("guesses", "-", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("onDay", "=", day)
    .execute();
}

/**
 * Records that the owner of an address must be told. Returns the notice's id, or null if there is already one for
 * today.
 */
export async function insertLockoutNotice(tx: Tx, email: string, now: Date): Promise<string | null> {
  const inserted = await tx
    .insertInto("lockoutNotices")
    .values({ id: newId(), email, onDay: utcDay(now), createdAt: now })
    .onConflict((conflict) => conflict.columns(["email", "onDay"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Stores the hash of a link before it is mailed. */
export async function setNoticeToken(database: Database, noticeId: string, tokenHash: Buffer): Promise<void> {
  await database.updateTable("lockoutNotices").set({ tokenHash }).where("id", "=", noticeId).execute();
}

/** The notice that a valid link belongs to. */
export function findNoticeByToken(tx: Tx, tokenHash: Buffer, now: Date) {
  return tx
    .selectFrom("lockoutNotices")
    .select("email")
    .where("tokenHash", "=", tokenHash)
    .where("createdAt", ">", noticeLinkSince(now))
    .executeTakeFirst();
}

export function findLockoutNotice(database: Database, noticeId: string) {
  return database.selectFrom("lockoutNotices").select("email").where("id", "=", noticeId).executeTakeFirst();
}
