import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";

/** How long a link to a file is valid. */
export const linkMinutes = 5;

export const linkMessage = `This link is good for ${linkMinutes} minutes.`;

/** A short-lived link to a stored file. Throws `unavailable` if the storage is unavailable. */
export async function createDownloadUrl(deps: Deps, storageKey: string, fileName: string): Promise<string> {
  try {
    return await deps.storage.signedUrl(storageKey, {
      fileName,
      seconds: linkMinutes * 60,
      now: deps.clock.now(),
    });
  } catch (cause) {
    throw linkFailed(cause);
  }
}

export function linkFailed(cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: "Failed to generate secure link. Ensure B2 is configured and file exists.",
    retryAfterSeconds: 30,
    cause,
  });
}
