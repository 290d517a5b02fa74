import { AppError } from "./errors.ts";

/** Limits how many tasks run at once. */
export interface Semaphore {
  /**
   * Runs the task once a place is free, in order of arrival. Throws `unavailable` if too many tasks already wait,
   * or if no place became free within the longest wait.
   */
  run<T>(task: () => Promise<T>): Promise<T>;
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

  async function acquire(): Promise<void> {
    if (free > 0) free -= 1;
    else if (waiting.length < maxWaiting) await wait();
    else throw busy();
  }

  function wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(busy());
      };
      const timer = maxWaitMilliseconds === undefined ? undefined : setTimeout(giveUp, maxWaitMilliseconds);
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
    async run(task) {
      await acquire();
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
}
