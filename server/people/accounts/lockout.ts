import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, invalidField } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { sendLockoutNotice } from "./mails.ts";
import { hashToken, type Requester } from "./requester.ts";
import { noticeLinkSince, utcDay } from "./rules.ts";
import { findUserByEmail, isKnownBrowser, saveDevice } from "./store.ts";

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

/** Counts a request for a code by network address, unless the account knows the browser. */
export async function countCodeRequest(deps: Deps, email: string, requester: Requester): Promise<void> {
  if (await isKnownBrowser(deps.database, { email, requester, now: deps.clock.now() })) return;
  await deps.limits.count("code-start-by-address", requester.network);
}

/**
 * Tells the owner by mail, at most once a day, that the attempts of unknown browsers are used up. It does the same
 * work for an address without an account; the worker decides.
 */
export async function noticeLockout(deps: Deps, email: string): Promise<void> {
  await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const notice = await tx
      .insertInto("lockoutNotices")
      .values({ id: newId(), email, onDay: utcDay(now), createdAt: now })
      .onConflict((conflict) => conflict.columns(["email", "onDay"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (notice !== undefined) await deps.jobs.enqueue(tx, sendLockoutNotice, { noticeId: notice.id });
  });
}

/**
 * Makes a browser known to an account by the link in the mail about too many attempts. Attackers cannot block this
 * way. It does not sign anyone in. The link is valid for a day, in any number of browsers. Throws `invalid_input`.
 */
export async function recognizeBrowser(
  deps: Deps,
  token: string,
  requester: Requester,
): Promise<{ msg: string }> {
  await inTransaction(deps.database, async (tx) => {
    const now = deps.clock.now();
    const notice = await tx
      .selectFrom("lockoutNotices")
      .select("email")
      .where("tokenHash", "=", hashToken(token))
      .where("createdAt", ">", noticeLinkSince(now))
      .executeTakeFirst();
    const user = notice === undefined ? undefined : await findUserByEmail(tx, notice.email);
    if (user === undefined) throw invalidField("token", "This link has expired.");
    await saveDevice(tx, { userId: user.id, requester, now });
  });
  return { msg: "You can sign in here now: other people's attempts no longer count in this browser." };
}
