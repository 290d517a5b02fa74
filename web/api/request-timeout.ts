/** The time limit of one call. */
export interface RequestTimeout {
  /** Aborted when the time is up. */
  readonly signal: AbortSignal;
  /** Call it when the request has ended. */
  clear(): void;
}

/** Uses the page's timers instead of `AbortSignal.timeout`, whose clock tests cannot control. */
export function startRequestTimeout(milliseconds: number): RequestTimeout {
  const controller = new AbortController();
  const reason = new DOMException("No response arrived in time", "TimeoutError");
  const timer = setTimeout(() => controller.abort(reason), milliseconds);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
