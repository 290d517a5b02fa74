import { invalidField } from "../../http/errors.ts";
import { isCommonPassword } from "./common-passwords.ts";

/** Refuses, at the field `path`, a password that is among the first that anybody would try. */
export function checkNewPassword(password: string, path: string): void {
  if (isCommonPassword(password)) {
    throw invalidField(
      path,
      "This password is among the first that anybody would try. Please choose another one.",
    );
  }
}
