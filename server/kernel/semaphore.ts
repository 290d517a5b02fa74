import { AppError } from "./errors.ts";

/** Limits how many tasks run at once. */
export interface Semaphore {
  /**
   * Runs the task once a place is free, in order of arrival. Throws `unavailable` if too many tasks already wait,
   * or if no place became free within the longest wait. If the signal is aborted meanwhile, the task does not run, and
   * the signal's reason is thrown; a task that runs must watch the signal itself.
   */
  run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface SemaphoreOptions {
  places: number;
  maxWaiting: number;
  /** No limit if omitted. */
  maxWaitMilliseconds?: number;
  /** The message for callers if the queue is full. */
  busyMessage: string;
}

export function createSemaphore({
  places,
  maxWaiting,
  maxWaitMilliseconds,
  busyMessage,
}: SemaphoreOptions): Semaphore {
  let free = places;
  const waiting: (() => void)[] = [];
  const busy = () => new AppError("unavailable", { msg: busyMessage, retryAfterSeconds: 10 });

  async function acquire(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else if (waiting.length < maxWaiting) await wait(signal);
    else throw busy();
  }

  function wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = (reason: unknown) => {
        stopWaiting();
        waiting.splice(waiting.indexOf(start), 1);
        reject(reason);
      };
      const onAbort = () => giveUp(signal?.reason);
      const timer =
        maxWaitMilliseconds === undefined ? undefined : setTimeout(() => giveUp(busy()), maxWaitMilliseconds);
      const stopWaiting = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      signal?.addEventListener("abort", onAbort, { once: true });
      waiting.push(start);
    });
  }

  /** Gives the place to the task that has waited longest, so that a newer one cannot take it first. */
  function release(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(task, signal) {
      await acquire(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
