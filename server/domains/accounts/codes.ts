import { randomInt, timingSafeEqual } from "node:crypto";
import { codeLength } from "@greenroom/contract/accounts.ts";
import type { Tx } from "../../db/database.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { tooManyRequests } from "../../http/rate-limits.ts";
import {
  countGuess,
  countTry,
  findCodeRequestTimes,
  insertCode,
  lockLiveCode,
  markCodeUsed,
  type PendingSignup,
  uncountGuess,
} from "./code-store.ts";
import { sendCode } from "./job-definitions.ts";
import { type CodePurpose, codeExpiry, secondsUntilNextCode, triesPerCode, utcDay } from "./rules.ts";

/** Six digits from the system's generator, leading zeros kept. */
export function makeCode(): string {
  return String(randomInt(10 ** codeLength)).padStart(codeLength, "0");
}

/** What is kept of a code: an HMAC bound to its row, so that equal codes look different and none can be looked up. */
export function hashCode(deps: Pick<Deps, "hmac">, codeId: string, code: string): Buffer {
  return deps.hmac("code", `${codeId}:${code}`);
}

interface CodeRequest {
  purpose: CodePurpose;
  email: string;
  signup?: PendingSignup;
}

/**
 * Asks for a code to be mailed. Does the same work whether the address is known or not; the worker that mails
 * decides. Throws `too_many_requests` within the resend time or past five an hour.
 */
export async function requestCode(deps: Deps, { purpose, email, signup }: CodeRequest): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`code:${purpose}:${email}`]);
    const now = deps.clock.now();
    const requestedAt = await findCodeRequestTimes(tx, { purpose, email, now });
    const wait = secondsUntilNextCode(requestedAt, now, deps.config.rateLimitFactor);
    if (wait > 0) throw tooManyRequests(wait);
    const codeId = await insertCode(tx, {
      purpose,
      email,
      signup: signup ?? null,
      now,
      expiresAt: codeExpiry(now),
    });
    await deps.jobs.send(tx, sendCode, { codeId });
  });
}

const wrongCode = () =>
  new AppError("code_invalid", {
    msg: "This code is wrong or has expired. Check the digits, or ask for a new code.",
    details: [{ path: "otp", msg: "This code is wrong or has expired." }],
  });

/**
 * Uses up a code and, in the same transaction, does `work` with what it stood for. Every guess is counted before it
 * is compared, under the row's lock: parallel submissions of the right code open one door, of wrong ones cost five tries.
 * Throws `code_invalid`.
 */
export async function redeemCode<T>(
  deps: Deps,
  { purpose, email, code }: { purpose: CodePurpose; email: string; code: string },
  work: (tx: Tx, now: Date, signup: PendingSignup | null) => Promise<T>,
): Promise<T> {
  const outcome = await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const row = await lockLiveCode(tx, { purpose, email, now });
    if (row === undefined || row.attempts >= triesPerCode) return null;
    if (!(await countGuess(tx, purpose, email, utcDay(now)))) return null;
    await countTry(tx, row.id);
    const given = hashCode(deps, row.id, code);
    if (row.codeHash === null || !timingSafeEqual(row.codeHash, given)) return null;
    await uncountGuess(tx, purpose, email, utcDay(now));
    await markCodeUsed(tx, row.id, now);
    return { result: await work(tx, now, row.signup as PendingSignup | null) };
  });
  // Thrown only after the commit: a wrong guess must stay counted.
  if (outcome === null) {
    deps.log.info({ purpose }, "code refused");
    throw wrongCode();
  }
  return outcome.result;
}
