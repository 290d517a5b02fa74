import type { Actor } from "../../../kernel/actor.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { invalidField } from "../../../kernel/errors.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { getUser, lockUser } from "../store.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { hashPassword, verifyPassword } from "./hash-password.ts";
import { replacePassword } from "./replace-password.ts";

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** Changes the password of a user who knows the current one. Ends every sign-in, including this one. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
  requester: Requester,
): Promise<{ msg: string }> {
  const user = await getUser(deps.database, actor.userId);
  const personal = [user.email, user.firstName, user.lastName];
  await checkNewPassword(deps, { password: newPassword, personal }, "newPassword");
  const wrongPassword = () => invalidField("currentPassword", "The current password is wrong.");
  if (!(await verifyPassword(user.passwordHash, currentPassword))) throw wrongPassword();
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.database, async (tx) => {
    // Of two changes or resets at once, the second one knows a password that is no longer the current one.
    if ((await lockUser(tx, user.id)).passwordHash !== user.passwordHash) throw wrongPassword();
    const now = deps.clock.now();
    await replacePassword(deps, tx, { requester, userId: user.id, passwordHash, how: "change", now });
  });
  return { msg: "Password updated successfully. You will be logged out now." };
}
