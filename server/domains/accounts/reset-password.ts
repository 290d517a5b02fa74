import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { redeemCode } from "./codes.ts";
import { hashPassword } from "./passwords.ts";
import { replacePassword } from "./replace-password.ts";
import { findUserByEmail } from "./store.ts";

interface Reset {
  email: string;
  otp: string;
  newPassword: string;
}

/** Sets a new password with a mailed code; every session of the person ends. Throws `code_invalid`. */
export async function resetPassword(
  deps: Deps,
  { email, otp, newPassword }: Reset,
): Promise<{ msg: string }> {
  checkNewPassword(newPassword, "newPassword");
  // Hashed before the transaction: it takes tens of milliseconds of pure work.
  const passwordHash = await hashPassword(newPassword);
  await redeemCode(deps, { purpose: "reset", email, code: otp }, async (tx, now) => {
    const user = await findUserByEmail(tx, email);
    if (user === undefined) throw new AppError("not_found", { msg: "This account is no longer there." });
    await replacePassword(deps, tx, { userId: user.id, passwordHash, how: "reset", now });
  });
  return { msg: "Your new password is set. Please sign in." };
}
