import { randomInt, timingSafeEqual } from "node:crypto";
import { formatNamedTime } from "@greenroom/contract/kernel/time-zones.ts";
import { oneTimeCodeLength } from "@greenroom/contract/people/one-time-codes.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { PendingSignup } from "../../kernel/db/stored-json.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { tooManyRequests } from "../../kernel/http/rate-limits.ts";
import { newId } from "../../kernel/ids.ts";
import { defineHandler, defineMailJob, defineRecurringJob, type JobHandler } from "../../kernel/jobs.ts";
import { sendMail } from "../../kernel/mail/compose.ts";
import { noticeLockout } from "./lockout.ts";
import { noticeJobs } from "./mails.ts";
import { hashToken, type Requester } from "./requester.ts";
import {
  deviceCutoff,
  maxAttemptsPerCode,
  maxGuessesPerDay,
  type OneTimeCodePurpose,
  oneTimeCodeExpiry,
  pendingSignupSince,
  secondsUntilNextCode,
  secondsUntilUnknownBrowserCode,
  utcDay,
} from "./rules.ts";
import { findUserByEmail, isKnownBrowser } from "./store.ts";

/** Generates a code and mails it. The plain code exists only in the mail. */
const sendOneTimeCode = defineMailJob("accounts.send-code", z.object({ codeId: z.string() }));

/** Six digits from a cryptographic generator, including leading zeros. */
export function generateOneTimeCode(): string {
  return String(randomInt(10 ** oneTimeCodeLength)).padStart(oneTimeCodeLength, "0");
}

/** The stored form of a code: an HMAC bound to its row, so that equal codes differ and no code can be looked up. */
export function hashOneTimeCode(deps: Pick<Deps, "hmac">, codeId: string, code: string): Buffer {
  return deps.hmac("code", `${codeId}:${code}`);
}

interface OneTimeCodeRequest {
  purpose: OneTimeCodePurpose;
  email: string;
  requester: Requester;
  signup?: { form: PendingSignup; tokenHash: Buffer };
}

/**
 * Requests a code by mail. It does the same work for known and unknown addresses; the worker that mails decides.
 * Throws `too_many_requests` if this browser or network, or all unknown browsers together, exceed their limit.
 */
export async function requestOneTimeCode(
  deps: Deps,
  { purpose, email, requester, signup }: OneTimeCodeRequest,
): Promise<void> {
  const { rateLimitFactor } = deps.config;
  const { wait: secondsToWait, isBraked } = await inTransaction(deps.database, async (tx) => {
    await lockCodes(tx, purpose, email);
    const now = deps.clock.now();
    const isKnown = await isKnownBrowser(tx, { email, requester, now });
    // Rate limits bound their number.
    const requests = await tx
      .selectFrom("codes")
      .select(["createdAt", "browserHash", "networkHash", "isKnownBrowser"])
      .where("email", "=", email)
      .where("purpose", "=", purpose)
      .where("createdAt", ">", new Date(now.getTime() - 86_400_000))
      .execute();
    const fromUnknownBrowsers = requests.filter((request) => !request.isKnownBrowser);
    const own = isKnown
      ? requests.filter(
          (request) => request.isKnownBrowser && request.browserHash?.equals(requester.browserHash),
        )
      : fromUnknownBrowsers.filter((request) => request.networkHash?.equals(requester.networkHash));
    const times = (of: typeof requests) => of.map((request) => request.createdAt);
    const ownWait = secondsUntilNextCode(times(own), now, rateLimitFactor);
    if (ownWait > 0) return { wait: ownWait, isBraked: false };
    const secondsToPause = isKnown
      ? 0
      : secondsUntilUnknownBrowserCode(times(fromUnknownBrowsers), now, rateLimitFactor);
    if (secondsToPause > 0) return { wait: secondsToPause, isBraked: true };
    const codeId = await insertOneTimeCode(tx, {
      ...{ purpose, email, requester, isKnownBrowser: isKnown, now },
      signup: signup ?? null,
    });
    await deps.jobs.enqueue(tx, sendOneTimeCode, { codeId });
    return { wait: 0, isBraked: false };
  });
  if (isBraked) await noticeLockout(deps, email);
  if (secondsToWait > 0) throw tooManyRequests(secondsToWait);
}

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

/** Stores a request for a code and voids older ones of the same browser, never those of other browsers. */
async function insertOneTimeCode(tx: Tx, code: NewCode): Promise<string> {
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

/** Serializes requests and guesses for one address and purpose. */
function lockCodes(tx: Tx, purpose: OneTimeCodePurpose, email: string): Promise<void> {
  return lockSubjects(tx, [`code:${purpose}:${email}`]);
}

const wrongCodeError = () =>
  new AppError("code_invalid", {
    msg: "This code is wrong or has expired. Check the digits, or ask for a new code.",
    details: [{ path: "otp", msg: "This code is wrong or has expired." }],
  });

interface Guess {
  purpose: OneTimeCodePurpose;
  email: string;
  code: string;
  requester: Requester;
  signupTokenHash?: Buffer | null;
}

/**
 * Redeems a code and does `work` in the same transaction. Every guess is counted before it is compared, under a
 * lock, so that one of several concurrent submissions of the right code succeeds, and at most five wrong ones are
 * compared. Throws `code_invalid`.
 */
export async function redeemOneTimeCode<T>(
  deps: Deps,
  guess: Guess,
  work: (tx: Tx, now: Date) => Promise<T>,
): Promise<T> {
  const { purpose, email } = guess;
  const outcome = await inTransaction(deps.database, async (tx) => {
    await lockCodes(tx, purpose, email);
    const now = deps.clock.now();
    const matched = await compareGuess(deps, tx, guess, now);
    if (typeof matched === "string") return matched;
    const result = await work(tx, now);
    await consumeCode(tx, matched.id, { purpose, email, now });
    return { result };
  });
  if (typeof outcome === "object") return outcome.result;
  // The error is thrown only after the commit, because a wrong guess must stay counted.
  deps.log.info({ purpose }, "code refused");
  if (outcome === "braked") await noticeLockout(deps, email);
  throw wrongCodeError();
}

/**
 * Counts a guess and compares it. A browser that requested a code has five guesses of its own. They may also match
 * the newest code for this address, because both mails reach the same mailbox. All other guesses are compared only
 * with the newest code, five times, and at most 20 wrong ones are allowed per day.
 */
async function compareGuess(
  deps: Deps,
  tx: Tx,
  { purpose, email, code, requester, signupTokenHash = null }: Guess,
  now: Date,
): Promise<{ id: string } | "wrong" | "braked"> {
  const newest = await selectLiveCodes(tx, { purpose, email, now }).executeTakeFirst();
  if (newest === undefined) return "wrong";
  const isMatch = (row: typeof newest) => {
    const given = hashOneTimeCode(deps, row.id, code);
    return row.codeHash !== null && timingSafeEqual(row.codeHash, given);
  };
  const { browserHash } = requester;
  const own = await findOwnCode(tx, { purpose, email, now }, { browserHash, signupTokenHash });
  if (own !== undefined) {
    if (own.ownAttempts >= maxAttemptsPerCode) return "wrong";
    await countAttempt(tx, own.id, "ownAttempts");
    return [own, newest].filter(isMatch)[0] ?? "wrong";
  }
  if (newest.attempts >= maxAttemptsPerCode) return "wrong";
  // One of the day's guesses by browsers that did not request the code.
  const counted = await sql`
    insert into code_guesses (email, purpose, on_day, guesses) values (${email}, ${purpose}, ${utcDay(now)}, 1)
    on conflict (email, purpose, on_day) do update set guesses = code_guesses.guesses + 1
      where code_guesses.guesses < ${maxGuessesPerDay}
    returning guesses`.execute(tx);
  if (counted.rows.length === 0) return "braked";
  await countAttempt(tx, newest.id, "attempts");
  if (!isMatch(newest)) return "wrong";
  // A correct guess does not count.
  await tx
    .updateTable("codeGuesses")
    .set((expression) => ({ guesses: expression("guesses", "-", 1) }))
    .where("email", "=", email)
    .where("purpose", "=", purpose)
    .where("onDay", "=", utcDay(now))
    .execute();
  return newest;
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

/** The newest valid code that this browser, or the sign-up with this token, requested. */
function findOwnCode(
  tx: Database | Tx,
  subject: CodeSubject,
  { browserHash, signupTokenHash }: { browserHash: Buffer; signupTokenHash: Buffer | null },
) {
  const isOwn = sql<boolean>`(browser_hash = ${browserHash} or signup_token_hash = ${signupTokenHash})`;
  return selectLiveCodes(tx, subject).where(isOwn).executeTakeFirst();
}

/** Counts a guess at a code, either by the browser that requested it or by another. */
async function countAttempt(tx: Tx, codeId: string, column: "attempts" | "ownAttempts"): Promise<void> {
  await tx
    .updateTable("codes")
    .set((expression) => ({ [column]: expression(column, "+", 1) }))
    .where("id", "=", codeId)
    .execute();
}

/** Marks a code as used and voids the others of its purpose and address. */
async function consumeCode(tx: Tx, codeId: string, { purpose, email, now }: CodeSubject): Promise<void> {
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

interface Try {
  purpose: OneTimeCodePurpose;
  email: string;
  requester: Requester;
  signupToken?: string | undefined;
}

/**
 * Counts a guess at a code by network address, unless this browser requested the code. That browser has its own
 * five guesses, so that others on its network cannot use them up.
 */
export async function countCodeTry(
  deps: Deps,
  { purpose, email, requester, signupToken }: Try,
): Promise<void> {
  const own = await findOwnCode(
    deps.database,
    { purpose, email, now: deps.clock.now() },
    {
      browserHash: requester.browserHash,
      signupTokenHash: signupToken === undefined ? null : hashToken(signupToken),
    },
  );
  if (own === undefined) await deps.limits.count("code-verify-by-address", requester.network);
}

/** How long requests for codes are kept; the limits look back 24 hours. */
const retentionMilliseconds = 2 * 86_400_000;

/**
 * Clears expired sign-up forms, and deletes old requests for codes, guesses, notices and browsers not seen
 * for 180 days.
 */
export async function purgeCodes({ database, clock }: Deps): Promise<void> {
  const now = clock.now();
  const oldestRetained = new Date(now.getTime() - retentionMilliseconds);
  await database
    .updateTable("codes")
    .set({ signup: null })
    .where("signup", "is not", null)
    .where("createdAt", "<=", pendingSignupSince(now))
    .execute();
  await database.deleteFrom("codes").where("createdAt", "<", oldestRetained).execute();
  await database.deleteFrom("codeGuesses").where("onDay", "<", utcDay(oldestRetained)).execute();
  await database.deleteFrom("lockoutNotices").where("createdAt", "<", oldestRetained).execute();
  await database.deleteFrom("knownDevices").where("lastSeenAt", "<=", deviceCutoff(now)).execute();
}

/**
 * A retry after a crash generates a new code and voids the one in the earlier mail. A code that would arrive in its
 * last minute is not mailed, even after a long outage of the mail server.
 */
async function mailOneTimeCode(deps: Deps, { codeId }: { codeId: string }): Promise<void> {
  const row = await deps.database.selectFrom("codes").selectAll().where("id", "=", codeId).executeTakeFirst();
  if (row === undefined || row.usedAt !== null || row.voidedAt !== null) return;
  const minutesLeft = (row.expiresAt.getTime() - deps.clock.now().getTime()) / 60_000;
  if (minutesLeft < 1) return;
  const { business, publicUrl } = deps.config;
  const user = await findUserByEmail(deps.database, row.email);
  const clock = formatNamedTime(row.createdAt, user?.timeZone ?? row.timeZone ?? business.timeZone);
  const started = `Started ${clock}${row.browserName === null ? "" : ` in ${row.browserName}`}.`;
  if (row.purpose === "signup" && user !== undefined) {
    await sendMail(deps, existingAccountMessage(row.email, publicUrl, started));
    return;
  }
  // No account has this address, or it is blocked. The request got the usual response, but no mail is sent.
  if (row.purpose !== "signup" && (user === undefined || user.blockedAt !== null)) return;
  const code = generateOneTimeCode();
  const { numUpdatedRows } = await deps.database
    .updateTable("codes")
    .set({ codeHash: hashOneTimeCode(deps, codeId, code) })
    .where("id", "=", codeId)
    .where("usedAt", "is", null)
    .where("voidedAt", "is", null)
    .executeTakeFirstOrThrow();
  // Used or voided meanwhile.
  if (numUpdatedRows === 0n) return;
  const content = oneTimeCodeContent(row.purpose, {
    ...{ code, publicUrl, started },
    minutesLeft: Math.round(minutesLeft),
  });
  await sendMail(deps, { to: row.email, highlight: code, ...content });
}

interface MailedCode {
  code: string;
  publicUrl: string;
  /** The remaining validity when the code is mailed. */
  minutesLeft: number;
  /** `Started 20:15 IST in Chrome on Windows.` */
  started: string;
}

/** The mail with a code, for each purpose. */
function oneTimeCodeContent(purpose: string, { code, publicUrl, minutesLeft, started }: MailedCode) {
  const duration = minutesLeft === 1 ? "a minute" : `${minutesLeft} minutes`;
  const validity = `It works once and expires in ${duration}. Don't share it with anyone.`;
  const notYou = `${started} If this wasn't you, ignore this email: nothing happens without the code.`;
  const paragraphs = [validity, notYou];
  switch (purpose) {
    case "signup":
      return { subject: `${code} is your sign-up code`, heading: "Finish your sign-up", paragraphs };
    case "signin":
      return { subject: `${code} is your sign-in code`, heading: "Your sign-in code", paragraphs };
    case "delete":
      return {
        subject: `${code} is the code that deletes your account`,
        heading: "Delete your account",
        paragraphs: [
          "Entering this code deletes your account for good.",
          validity,
          `${started} If this wasn't you, somebody is signed in as you: set a new password right away.`,
        ],
      };
    default:
      return {
        subject: `${code} is your password-reset code`,
        heading: "Set a new password",
        paragraphs,
        // A fragment, which neither a server nor a referrer receives.
        action: { label: "Set a new password", url: `${publicUrl}/signin#reset=${code}` },
      };
  }
}

/** For a sign-up with an address that has an account. The page shows the same as for any other address. */
function existingAccountMessage(to: string, publicUrl: string, started: string) {
  return {
    to,
    subject: "You already have an account",
    heading: "You already have an account",
    paragraphs: [
      "Someone, probably you, tried to sign up with this address. You can simply sign in.",
      `${started} If this wasn't you, ignore this email: nothing has changed.`,
    ],
    action: { label: "Sign in", url: `${publicUrl}/signin` },
  };
}

/** Clears unfinished sign-ups and deletes old codes, every day. */
const purgeCodesDaily = defineRecurringJob("accounts.purge-codes", "41 3 * * *");

export const accountJobs: JobHandler<Deps>[] = [
  ...noticeJobs,
  defineHandler(sendOneTimeCode, mailOneTimeCode),
  defineHandler(purgeCodesDaily, purgeCodes),
];
