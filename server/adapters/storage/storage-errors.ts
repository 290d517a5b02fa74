import { AppError } from "../../http/errors.ts";

const retryAfterSeconds = 30;

/** The `unavailable` of a storage that did not do what it was asked for. */
export function storageAway(what: string, cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: "The file storage cannot be reached at the moment. Please try again shortly.",
    retryAfterSeconds,
    cause: new Error(`the storage could not ${what}`, { cause }),
  });
}

/** The `unavailable` of a link that cannot be made, in the spec's words. */
export function unlinkable(cause?: unknown): AppError {
  return new AppError("unavailable", {
    msg: "Failed to generate secure link. Ensure B2 is configured and file exists.",
    retryAfterSeconds,
    cause,
  });
}

/**
 * Does a call in at most so many milliseconds, its retries and their pauses included. Throws `unavailable`, whatever went
 * wrong. The signal ends what is under way when the time is over, and nothing after the call has answered.
 */
export async function withinTime<T>(
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
    throw storageAway(what, cause);
  } finally {
    clearTimeout(timer);
  }
}
