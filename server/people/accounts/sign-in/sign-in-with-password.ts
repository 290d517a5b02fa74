import type { Session } from "@greenroom/contract/people/accounts.ts";
import { recordAudit } from "../../../kernel/audit/record-audit.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { countPasswordTry } from "../lockout/count-password-try.ts";
import { verifyPassword } from "../passwords/hash-password.ts";
import { findUserByEmail, lockUserByEmail } from "../store.ts";
import { openSession } from "./open-session.ts";

/**
 * Signs in with a password. Throws the same `wrong_credentials` for an unknown address and a wrong password,
 * and `too_many_requests`.
 */
export async function signInWithPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  requester: Requester,
): Promise<Session> {
  const forgiveTries = await countPasswordTry(deps, email, requester);
  const found = await findUserByEmail(deps.database, email);
  if (!(await verifyPassword(found?.passwordHash ?? null, password)) || found === undefined)
    throw wrongCredentials(deps, found?.id ?? null);
  await forgiveTries();
  return inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const user = await lockUserByEmail(tx, email);
    // A password that was replaced since it was checked must not open a session that outlives the replacement.
    if (user === undefined || user.passwordHash !== found.passwordHash)
      throw wrongCredentials(deps, found.id);
    const session = await openSession(deps, tx, { user, requester, now });
    await recordAudit(tx, {
      actor: { userId: user.id },
      action: "session.opened",
      subject: `user:${user.id}`,
      details: { by: "password" },
      now,
    });
    return session;
  });
}

function wrongCredentials({ log }: Deps, userId: string | null): AppError {
  log.info({ userId }, "password refused");
  return new AppError("wrong_credentials", { msg: "The email or the password is wrong." });
}
