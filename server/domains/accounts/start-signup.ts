import type { signupFieldsSchema } from "@greenroom/contract/accounts.ts";
import type { z } from "zod";
import type { Deps } from "../../deps.ts";
import { checkNewPassword } from "./check-new-password.ts";
import { requestCode } from "./codes.ts";
import { hashPassword } from "./passwords.ts";

/** Begins a sign-up: keeps it with a code that is mailed. Answers alike for addresses that have an account. */
export async function startSignup(
  deps: Deps,
  fields: z.infer<typeof signupFieldsSchema>,
): Promise<{ msg: string }> {
  checkNewPassword(fields.password, "password");
  const passwordHash = await hashPassword(fields.password);
  await requestCode(deps, {
    purpose: "signup",
    email: fields.email,
    signup: {
      firstName: fields.firstName,
      lastName: fields.lastName ?? "",
      mobileNumber: fields.mobileNumber,
      passwordHash,
    },
  });
  return { msg: "We have sent a 6-digit code to your email. Enter it to finish your sign-up." };
}
