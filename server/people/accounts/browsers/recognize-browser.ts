import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { invalidField } from "../../../kernel/errors.ts";
import { findNoticeByToken } from "../lockout/lockout-store.ts";
import { hashToken } from "../sign-in/tokens.ts";
import { findUserByEmail } from "../store.ts";
import { saveDevice } from "./device-store.ts";
import type { Requester } from "./identify-requester.ts";

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
    const notice = await findNoticeByToken(tx, hashToken(token), now);
    const user = notice === undefined ? undefined : await findUserByEmail(tx, notice.email);
    if (user === undefined) throw invalidField("token", "This link has expired.");
    await saveDevice(tx, { userId: user.id, requester, now });
  });
  return { msg: "You can sign in here now: other people's attempts no longer count in this browser." };
}
