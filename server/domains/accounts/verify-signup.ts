import type { Session } from "@greenroom/contract/accounts.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { acceptInvitation, lockInvitee } from "../interviewers/accept-invitation.ts";
import { recordAudit } from "../operator/record-audit.ts";
import { redeemCode } from "./codes.ts";
import { openSession } from "./open-session.ts";
import { insertUser } from "./store.ts";

/** Finishes a sign-up with its code: the account exists from here on, and its owner is signed in. */
export async function verifySignup(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
): Promise<Session> {
  return redeemCode(deps, { purpose: "signup", email, code: otp }, async (tx, now, signup) => {
    if (signup === null) throw new Error("a sign-up code without its sign-up");
    await lockInvitee(tx, email);
    const user = await insertUser(tx, { email, ...signup }, now);
    if (user === null)
      throw new AppError("conflict", { msg: "You already have an account. Please sign in." });
    await recordAudit(tx, {
      actor: { userId: user.id },
      action: "account.created",
      subject: `user:${user.id}`,
      now,
    });
    const isInvited = await acceptInvitation(tx, { userId: user.id, email, now });
    return openSession(tx, isInvited ? { ...user, role: "interviewer" } : user, now);
  });
}
