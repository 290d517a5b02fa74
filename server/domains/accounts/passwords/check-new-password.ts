import { passwordTooEasyMessage } from "@greenroom/contract/accounts.ts";
import { invalidField } from "../../../core/errors.ts";
import type { Deps } from "../../../deps.ts";
import { type RatedPassword, ratePassword } from "./rate-password.ts";

/**
 * Refuses a password that is easy to guess, with an error at the field `path`. A worker process rates it, because the
 * word lists are large. If all of them are busy with files, the server rates it itself: nobody's uploads may stop a
 * sign-up.
 */
export async function checkNewPassword(
  { workers, log }: Pick<Deps, "workers" | "log">,
  rated: RatedPassword,
  path: string,
): Promise<void> {
  const { isEasy } = await workers.run("ratePassword", rated).catch((cause: Error) => {
    log.warn({ err: cause }, "no worker process rated a password, so the server does");
    return ratePassword(rated);
  });
  if (isEasy) throw invalidField(path, passwordTooEasyMessage);
}
