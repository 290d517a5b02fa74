import type { Session } from "@greenroom/contract/accounts.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { recordAudit } from "../operator/record-audit.ts";
import { redeemCode } from "./codes.ts";
import { openSession } from "./open-session.ts";
import { findUserByEmail } from "./store.ts";

/** Signs in with a mailed code, once. Throws `code_invalid`. */
export async function signInWithCode(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
): Promise<Session> {
  return redeemCode(deps, { purpose: "signin", email, code: otp }, async (tx, now) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) throw new AppError("not_found", { msg: "This account is no longer there." });
    await recordAudit(tx, {
      actor: { userId: user.id },
      action: "session.opened",
      subject: `user:${user.id}`,
      details: { by: "code" },
      now,
    });
    return openSession(tx, user, now);
  });
}
