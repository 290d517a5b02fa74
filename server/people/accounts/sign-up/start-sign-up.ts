import type { EndpointOutput } from "@greenroom/contract/kernel/endpoint.ts";
import type { signUpFieldsSchema, signupStart } from "@greenroom/contract/people/accounts.ts";
import type { z } from "zod";
import type { Deps } from "../../../kernel/deps.ts";
import type { Requester } from "../browsers/identify-requester.ts";
import { requestOneTimeCode } from "../codes/one-time-codes.ts";
import { checkNewPassword } from "../passwords/check-new-password.ts";
import { hashSignupPassword } from "../passwords/hash-password.ts";
import { hashToken, newToken } from "../sign-in/tokens.ts";

/**
 * Begins a sign-up: stores its form and mails a code. The response is the same for addresses that have an account.
 * The token in the response proves later that the form came from this browser; the code alone proves only the
 * mailbox.
 */
export async function startSignUp(
  deps: Deps,
  fields: z.infer<typeof signUpFieldsSchema>,
  requester: Requester,
): Promise<EndpointOutput<typeof signupStart>> {
  const { email, password, firstName, lastName = "", mobileNumber } = fields;
  await checkNewPassword(deps, { password, personal: [email, firstName, lastName] }, "password");
  const passwordHash = await hashSignupPassword(deps, email, password);
  const signupToken = newToken();
  await requestOneTimeCode(deps, {
    purpose: "signup",
    email,
    requester,
    signup: {
      form: { firstName, lastName, mobileNumber, passwordHash },
      tokenHash: hashToken(signupToken),
    },
  });
  return { msg: "We have sent a 6-digit code to your email. Enter it to finish your sign-up.", signupToken };
}
