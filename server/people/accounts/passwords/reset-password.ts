import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { redeemOneTimeCode } from "../codes/one-time-codes.ts";
import { findUserByEmail } from "../store.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { hashPassword } from "./hash-password.ts";
import { replacePassword } from "./replace-password.ts";

interface PasswordReset {
  email: string;
  otp: string;
  newPassword: string;
}

/** Sets a new password with a mailed code, and ends every sign-in of the user. Throws `code_invalid`. */
export async function resetPassword(
  deps: Deps,
  { email, otp, newPassword }: PasswordReset,
  requester: Requester,
): Promise<{ msg: string }> {
  // Does not check against the user's names, because a different response would reveal who has an account.
  await checkNewPassword(deps, { password: newPassword, personal: [email] }, "newPassword");
  // Hashed before the transaction, because it takes tens of milliseconds of processor time.
  const passwordHash = await hashPassword(newPassword);
  await redeemOneTimeCode(deps, { purpose: "reset", email, code: otp, requester }, async (tx, now) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) throw new AppError("not_found", { msg: "This account no longer exists." });
    await replacePassword(deps, tx, { requester, userId: user.id, passwordHash, how: "reset", now });
  });
  return { msg: "Your new password is set. Please sign in." };
}
