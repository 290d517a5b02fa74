import { passwordTooEasyMessage } from "@greenroom/contract/accounts.ts";
import { invalidField } from "../../../core/errors.ts";

/**
 * Refuses a password that is easy to guess, with an error at the field `path`. `personal` contains its owner's
 * address and names.
 */
export async function checkNewPassword(
  password: string,
  path: string,
  personal: readonly string[],
): Promise<void> {
  // Its word lists take longer to load than the rest of the server, so they are not part of the start.
  const { isEasyToGuess } = await import("@greenroom/contract/passwords/password-strength.ts");
  if (isEasyToGuess(password, personal)) throw invalidField(path, passwordTooEasyMessage);
}
