import type { EndpointOutput, EndpointRequest } from "@greenroom/contract/kernel/endpoint.ts";
import type { signupVerify } from "@greenroom/contract/people/accounts.ts";
import { recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { findPendingStarts } from "../codes/one-time-code-store.ts";
import { redeemOneTimeCode } from "../codes/one-time-codes.ts";
import { sendNoPasswordNotice } from "../job-definitions.ts";
import { openSession } from "../sign-in/open-session.ts";
import { hashToken } from "../sign-in/tokens.ts";
import { insertUser } from "../store.ts";
import { chooseSignup, formWithoutProof } from "./pending-signup.ts";

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
    if (user === null)
      throw new AppError("conflict", { msg: "You already have an account. Please sign in." });
    await recordAudit(tx, {
      actor: { userId: user.id },
      action: "account.created",
      subject: `user:${user.id}`,
      ...(chosen === null ? { details: { password: "none" } } : {}),
      now,
    });
    const session = await openSession(deps, tx, { user, requester, now, isFirst: true });
    if (chosen !== null) return session;
    await deps.jobs.enqueue(tx, sendNoPasswordNotice, { userId: user.id });
    return { ...session, msg: noPassword };
  });
}
