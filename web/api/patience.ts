/** How long one call is waited for. */
export interface Patience {
  /** Aborts when it is over. */
  readonly signal: AbortSignal;
  /** To be called when the call has come to an end. */
  end(): void;
}

/** By the page's timers and not by `AbortSignal.timeout`, whose clock no test can move ahead. */
export function startPatience(milliseconds: number): Patience {
  const controller = new AbortController();
  const reason = new DOMException("No answer came in time", "TimeoutError");
  const timer = setTimeout(() => controller.abort(reason), milliseconds);
  return { signal: controller.signal, end: () => clearTimeout(timer) };
}
