import { randomInt, timingSafeEqual } from "node:crypto";
import { oneTimeCodeLength } from "@greenroom/contract/people/accounts.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { PendingSignup } from "../../kernel/db/stored-json.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { tooManyRequests } from "../../kernel/http/rate-limits.ts";
import { noticeLockout } from "./lockout.ts";
import { sendOneTimeCode } from "./mails.ts";
import {
  consumeCode,
  countAttempt,
  countGuess,
  findCodeRequests,
  findNewestCode,
  findOwnCode,
  forgetCorrectGuess,
  insertOneTimeCode,
} from "./one-time-code-store.ts";
import type { Requester } from "./requester.ts";
import {
  deviceCutoff,
  maxAttemptsPerCode,
  type OneTimeCodePurpose,
  pendingSignupSince,
  secondsUntilNextCode,
  secondsUntilUnknownBrowserCode,
  utcDay,
} from "./rules.ts";
import { isKnownBrowser } from "./store.ts";

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
    const requests = await findCodeRequests(tx, { purpose, email, now });
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
      purpose,
      email,
      requester,
      isKnownBrowser: isKnown,
      signup: signup ?? null,
      now,
    });
    await deps.jobs.enqueue(tx, sendOneTimeCode, { codeId });
    return { wait: 0, isBraked: false };
  });
  if (isBraked) await noticeLockout(deps, email);
  if (secondsToWait > 0) throw tooManyRequests(secondsToWait);
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
  work: (tx: Tx, now: Date, requestedAt: Date) => Promise<T>,
): Promise<T> {
  const { purpose, email } = guess;
  const outcome = await inTransaction(deps.database, async (tx) => {
    await lockCodes(tx, purpose, email);
    const now = deps.clock.now();
    const matched = await compareGuess(deps, tx, guess, now);
    if (typeof matched === "string") return matched;
    const result = await work(tx, now, matched.createdAt);
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
): Promise<{ id: string; createdAt: Date } | "wrong" | "braked"> {
  const newest = await findNewestCode(tx, { purpose, email, now });
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
  if (!(await countGuess(tx, purpose, email, utcDay(now)))) return "braked";
  await countAttempt(tx, newest.id, "attempts");
  if (!isMatch(newest)) return "wrong";
  await forgetCorrectGuess(tx, purpose, email, utcDay(now));
  return newest;
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
