import type { Session } from "@greenroom/contract/accounts.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { recordAudit } from "../operator/record-audit.ts";
import { openSession } from "./open-session.ts";
import { isPassword } from "./passwords.ts";
import { findUserByEmail } from "./store.ts";

interface PasswordSignin {
  email: string;
  password: string;
  address: string;
}

/**
 * Signs in with a password. Throws `wrong_credentials` alike for an unknown address and a wrong password, and
 * `too_many_requests` by address and account; the way in by mailed code stays open, so a stranger cannot lock anybody out.
 */
export async function signInWithPassword(
  deps: Deps,
  { email, password, address }: PasswordSignin,
): Promise<Session> {
  await deps.limits.count("password-by-address", address);
  await deps.limits.count("password-by-address-and-account", `${address} ${email}`);
  await deps.limits.count("password-by-account", email);
  const user = await findUserByEmail(deps.database, email);
  if (!(await isPassword(user?.passwordHash ?? null, password)) || user === undefined) {
    deps.log.info({ userId: user?.id ?? null }, "password refused");
    throw new AppError("wrong_credentials", { msg: "The email or the password is wrong." });
  }
  await deps.limits.forgive("password-by-address-and-account", `${address} ${email}`);
  await deps.limits.forgive("password-by-account", email);
  return inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const session = await openSession(tx, user, now);
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
