import { passwordTooEasyMessage } from "@greenroom/contract/accounts.ts";
import { isEasyToGuess } from "@greenroom/contract/passwords/password-strength.ts";
import { invalidField } from "../../../core/errors.ts";

/**
 * Refuses a password that is easy to guess, with an error at the field `path`. `personal` contains its owner's
 * address and names.
 */
export function checkNewPassword(password: string, path: string, personal: readonly string[]): void {
  if (isEasyToGuess(password, personal)) throw invalidField(path, passwordTooEasyMessage);
}
