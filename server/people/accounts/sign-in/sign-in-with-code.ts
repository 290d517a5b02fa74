import type { Session } from "@greenroom/contract/people/accounts.ts";
import { recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { redeemOneTimeCode } from "../codes/one-time-codes.ts";
import { lockUserByEmail } from "../store.ts";
import { openSession } from "./open-session.ts";

/** Signs in with a mailed code, which works once. Throws `code_invalid`. */
export async function signInWithCode(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
  requester: Requester,
): Promise<Session> {
  return redeemOneTimeCode(deps, { purpose: "signin", email, code: otp, requester }, async (tx, now) => {
    const user = await lockUserByEmail(tx, email);
    if (user === undefined) throw new AppError("not_found", { msg: "This account no longer exists." });
    await recordAudit(tx, {
      actor: { userId: user.id },
      action: "session.opened",
      subject: `user:${user.id}`,
      details: { by: "code" },
      now,
    });
    return openSession(deps, tx, { user, requester, now });
  });
}
