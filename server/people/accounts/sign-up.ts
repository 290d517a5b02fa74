import type { EndpointOutput, EndpointRequest } from "@greenroom/contract/kernel/endpoint.ts";
import type { signUpFieldsSchema, signupStart, signupVerify } from "@greenroom/contract/people/accounts.ts";
import type { z } from "zod";
import { recordAudit } from "../../kernel/audit.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { sendNoPasswordNotice } from "./mails.ts";
import { redeemOneTimeCode, requestOneTimeCode } from "./one-time-codes.ts";
import { checkNewPassword, hashPassword, hashSignupPassword } from "./passwords.ts";
import { hashToken, newToken, type Requester } from "./requester.ts";
import { chooseSignup, formWithoutProof, type PendingStart, pendingSignupSince } from "./rules.ts";
import { openSession } from "./sign-in.ts";
import { insertUser } from "./store.ts";

/**
 * Begins a sign-up: stores its form and mails a code. The response is the same for addresses that have an account.
 * The token in the response proves later that the form came from this browser; the code alone proves only the
 * mailbox.
 */
export async function startSignUp(
  deps: Deps,
  fields: z.infer<typeof signUpFieldsSchema>,
  requester: Requester,
): Promise<EndpointOutput<typeof signupStart>> {
  const { email, password, firstName, lastName = "", mobileNumber } = fields;
  await checkNewPassword(deps, { password, personal: [email, firstName, lastName] }, "password");
  const passwordHash = await hashSignupPassword(deps, email, password);
  const signupToken = newToken();
  await requestOneTimeCode(deps, {
    purpose: "signup",
    email,
    requester,
    signup: {
      form: { firstName, lastName, mobileNumber, passwordHash },
      tokenHash: hashToken(signupToken),
    },
  });
  return { msg: "We have sent a 6-digit code to your email. Enter it to finish your sign-up.", signupToken };
}

const noPassword =
  'Your account is ready, but it has no password yet: more than one sign-up was started with your email. Set a password with "Forgot password" on the sign-in page.';

/**
 * Finishes a sign-up with its code: creates the account and signs in the owner of the mailbox. If it is unclear
 * which form is theirs, the account gets no password, and the owner is told here and by mail.
 */
export async function verifySignUp(
  deps: Deps,
  { email, otp, signupToken }: EndpointRequest<typeof signupVerify>["body"],
  requester: Requester,
): Promise<EndpointOutput<typeof signupVerify>> {
  const signupTokenHash = signupToken === undefined ? null : hashToken(signupToken);
  const guess = { purpose: "signup", email, code: otp, requester, signupTokenHash } as const;
  return redeemOneTimeCode(deps, guess, async (tx, now) => {
    const chosen = chooseSignup(await findPendingStarts(tx, email, now), signupTokenHash);
    const user = await insertUser(tx, { email, ...(chosen ?? formWithoutProof(email)) }, now);
    if (user === null) throw conflict("You already have an account. Please sign in.");
    const audited = { actor: { userId: user.id }, subject: `user:${user.id}`, now };
    const details = chosen === null ? { details: { password: "none" } } : {};
    await recordAudit(tx, { action: "account.created", ...audited, ...details });
    const session = await openSession(deps, tx, { user, requester, now, isFirst: true });
    if (chosen !== null) return session;
    await deps.jobs.enqueue(tx, sendNoPasswordNotice, { userId: user.id });
    return { ...session, msg: noPassword };
  });
}

/** The unfinished sign-ups of an address, newest first, without those that the same browser started again. */
async function findPendingStarts(tx: Tx, email: string, now: Date): Promise<PendingStart[]> {
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

interface NewAccount {
  email: string;
  firstName: string;
  lastName: string;
  mobileNumber: string;
  password: string;
}

/** Creates an account without a mailed code, for demo data. Returns its id; null if the address has an account. */
export async function createAccount(tx: Tx, account: NewAccount, now: Date): Promise<string | null> {
  const { email, firstName, lastName, mobileNumber, password } = account;
  const passwordHash = await hashPassword(password);
  const user = await insertUser(tx, { email, firstName, lastName, mobileNumber, passwordHash }, now);
  return user?.id ?? null;
}
