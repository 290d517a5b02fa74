import {
  accountDetailsSchema,
  changePasswordSchema,
  passwordSignInSchema,
  resetPasswordSchema,
  signinOtpVerify,
  signUpFieldsSchema,
  signupVerify,
} from "@greenroom/contract/people/accounts.ts";
import { zodResolver } from "@hookform/resolvers/zod";

/* The schemas of the account's forms, loaded when somebody starts to type. */
export const signInResolver = zodResolver(passwordSignInSchema);
export const signInCodeResolver = zodResolver(signinOtpVerify.body);
export const resetPasswordResolver = zodResolver(resetPasswordSchema);
export const signUpResolver = zodResolver(signUpFieldsSchema);
export const signUpCodeResolver = zodResolver(signupVerify.body.omit({ signupToken: true }));
export const accountDetailsResolver = zodResolver(accountDetailsSchema);
export const changePasswordResolver = zodResolver(changePasswordSchema);
