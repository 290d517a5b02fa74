/** How long a provider may take to answer a call, including the body, in milliseconds. */
export const providerTimeoutMilliseconds = 4_000;

/**
 * Runs `work` with a signal that aborts after `milliseconds`, or when `signal` does. Rejects with the reason at that
 * moment, even if `work` does not react to its signal.
 *
 * Do not replace this with `AbortSignal.any([AbortSignal.timeout(…), …])`: Node may free a signal that only a pending
 * fetch refers to, and then the fetch never ends (github.com/nodejs/node/issues/57736).
 */
export async function withDeadline<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException(`no answer within ${milliseconds} ms`, "TimeoutError")),
    milliseconds,
  );
  signal?.addEventListener("abort", abort, { once: true });
  try {
    return await new Promise<T>((resolve, reject) => {
      controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true });
      work(controller.signal).then(resolve, reject);
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}
