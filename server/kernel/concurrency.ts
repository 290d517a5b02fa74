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

interface BatchOptions {
  /** The most calls that one run takes. */
  maxSize: number;
  /** The most runs that are in progress at once. */
  maxConcurrent: number;
}

interface PendingCall<Input, Output> {
  input: Input;
  resolve(output: Output | Promise<Output>): void;
  reject(error: unknown): void;
}

/**
 * Lets calls that arrive at the same moment share one statement. Calls in one turn of the event loop go together,
 * and so do calls that arrive while `maxConcurrent` runs are in progress. `run` returns the results in the order of
 * the inputs; a result may be a promise that settles for that call alone. If `run` rejects, all of its calls
 * reject. A single call does not wait for others.
 */
export function batch<Input, Output>(
  run: (inputs: Input[]) => Promise<(Output | Promise<Output>)[]>,
  { maxSize, maxConcurrent }: BatchOptions,
): (input: Input) => Promise<Output> {
  let pending: PendingCall<Input, Output>[] = [];
  let running = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || running >= maxConcurrent || pending.length === 0) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      const calls = pending.slice(0, maxSize);
      pending = pending.slice(maxSize);
      running += 1;
      void settle(calls).finally(() => {
        running -= 1;
        schedule();
      });
      schedule();
    });
  }

  async function settle(calls: PendingCall<Input, Output>[]): Promise<void> {
    try {
      const outputs = await run(calls.map(({ input }) => input));
      calls.forEach(({ resolve }, index) => {
        resolve(outputs[index] as Output | Promise<Output>);
      });
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (input) =>
    new Promise((resolve, reject) => {
      pending.push({ input, resolve, reject });
      schedule();
    });
}
