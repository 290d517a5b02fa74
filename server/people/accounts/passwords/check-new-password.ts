import { passwordTooEasyMessage } from "@greenroom/contract/people/accounts.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { invalidField } from "../../../kernel/errors.ts";
import { withDeadline } from "../../../kernel/with-deadline.ts";
import { type RatedPassword, ratePassword } from "./rate-password.ts";

/** A process without a task answers within a few milliseconds, and within half a second the first time. */
const workerMilliseconds = 3_000;

/**
 * Refuses a password that is easy to guess, with an error at the field `path`. A worker process rates it, because the
 * word lists are large. If they are busy with files, the server rates it itself: nobody's uploads may delay a sign-up.
 */
export async function checkNewPassword(
  { workers, log }: Pick<Deps, "workers" | "log">,
  rated: RatedPassword,
  path: string,
): Promise<void> {
  const { isEasy } = await withDeadline(workerMilliseconds, undefined, (signal) =>
    workers.run("ratePassword", rated, signal),
  ).catch((cause: Error) => {
    log.warn({ err: cause }, "no worker process rated a password in time, so the server does");
    return ratePassword(rated);
  });
  if (isEasy) throw invalidField(path, passwordTooEasyMessage);
}
