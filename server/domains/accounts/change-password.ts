import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { invalidField } from "../../http/errors.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { replacePassword } from "./replace-password.ts";
import { getUser } from "./store.ts";

interface PasswordChange {
  currentPassword: string;
  newPassword: string;
}

/** Changes the password of somebody who knows it; every session ends, this one too. */
export async function changePassword(
  deps: Deps,
  actor: Actor,
  { currentPassword, newPassword }: PasswordChange,
): Promise<{ msg: string }> {
  await deps.limits.count("change-password-by-user", actor.userId);
  checkNewPassword(newPassword, "newPassword");
  const user = await getUser(deps.database, actor.userId);
  if (!(await isPassword(user.passwordHash, currentPassword))) {
    throw invalidField("currentPassword", "The current password is wrong.");
  }
  const passwordHash = await hashPassword(newPassword);
  await inTransaction(deps.database, (tx) =>
    replacePassword(deps, tx, { userId: user.id, passwordHash, how: "change", now: deps.clock.now() }),
  );
  return { msg: "Password updated successfully. You will be logged out now." };
}
