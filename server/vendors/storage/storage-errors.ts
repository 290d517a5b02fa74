import { AppError } from "../../kernel/errors.ts";

const retryAfterSeconds = 30;

/** Creates the `unavailable` error for a storage operation that failed. */
export function storageUnavailableError(what: string, cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: "The file storage cannot be reached at the moment. Please try again shortly.",
    retryAfterSeconds,
    cause: new Error(`the storage could not ${what}`, { cause }),
  });
}

/** Creates the `unavailable` error, with the pinned message, for a link that cannot be created. */
export function linkUnavailableError(cause?: unknown): AppError {
  return new AppError("unavailable", {
    msg: "Failed to generate secure link. Ensure B2 is configured and file exists.",
    retryAfterSeconds,
    cause,
  });
}

/**
 * Runs a call for at most this many milliseconds, including its retries and their pauses. Throws `unavailable` for
 * any failure. The signal aborts the call when the time is up, but has no effect after the call has returned.
 */
export async function withTimeout<T>(
  what: string,
  milliseconds: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${Math.ceil(milliseconds)} ms`));
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([call(controller.signal), over]);
  } catch (cause) {
    throw storageUnavailableError(what, cause);
  } finally {
    clearTimeout(timer);
  }
}
