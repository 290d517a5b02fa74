import { passwordTooEasyMessage } from "@greenroom/contract/people/accounts.ts";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { checkPassword } from "./password-check.ts";

/**
 * A form's field for a new password, and the address and names in the form that the password must not
 * contain.
 */
export interface NewPassword {
  field: string;
  personal: (values: FieldValues) => readonly string[];
}

const onlyStrings = (values: unknown[]) => values.filter((value) => typeof value === "string");

export const signUpPassword: NewPassword = {
  field: "password",
  personal: ({ email, firstName, lastName }) => onlyStrings([email, firstName, lastName]),
};
export const resetPasswordField: NewPassword = {
  field: "newPassword",
  personal: ({ email }) => onlyStrings([email]),
};

/** A resolver that also refuses a password that is too easy, once everything else is valid. */
export function withPasswordCheck<Values extends FieldValues>(
  resolver: Resolver<Values>,
  { field, personal }: NewPassword,
): Resolver<Values> {
  return async (values, context, options) => {
    const result = await resolver(values, context, options);
    const password: unknown = values[field];
    if (field in result.errors || typeof password !== "string") return result;
    if ((await checkPassword(password, personal(values))) !== "easy") return result;
    const problem = { [field]: { type: "easy", message: passwordTooEasyMessage } } as FieldErrors<Values>;
    return { values: {}, errors: { ...result.errors, ...problem } };
  };
}
