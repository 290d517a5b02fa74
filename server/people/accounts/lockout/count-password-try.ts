import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { isKnownBrowser } from "../browsers/device-store.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { noticeLockout } from "./notice-lockout.ts";

/**
 * Counts an attempt to sign in with a password. A browser that the account knows has its own budget, which
 * attackers cannot use up, even from the same network. All others share the budgets of their network and of the
 * account; when the account's is used up, its owner is told. Returns a function that resets the count. Throws
 * `too_many_requests`.
 */
export async function countPasswordTry(
  deps: Deps,
  email: string,
  requester: Requester,
): Promise<() => Promise<void>> {
  const { limits } = deps;
  if (await isKnownBrowser(deps.database, { email, requester, now: deps.clock.now() })) {
    const key = `${requester.browserHash.toString("hex")} ${email}`;
    await limits.count("password-by-known-browser", key);
    return () => limits.reset("password-by-known-browser", key);
  }
  const key = `${requester.network} ${email}`;
  await limits.count("password-by-address", requester.network);
  await limits.count("password-by-address-and-account", key);
  try {
    await limits.count("password-by-account", email);
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") await noticeLockout(deps, email);
    throw error;
  }
  return async () => {
    await limits.reset("password-by-address-and-account", key);
    await limits.reset("password-by-account", email);
  };
}
