import { AppError } from "./errors.ts";

/** Lets so many pieces of work run at a time. */
export interface Gate {
  /** Runs the work once there is a place, in the order of asking. Throws `unavailable` when too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export function createGate({ places, mostWaiting }: { places: number; mostWaiting: number }): Gate {
  let free = places;
  const waiting: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) free -= 1;
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else {
      const msg = "Too many files are being looked through at the moment. Please try again shortly.";
      throw new AppError("unavailable", { msg, retryAfterSeconds: 10 });
    }
  }

  /** The place goes straight to who waits longest, so that nobody who comes in between takes it. */
  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async pass(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
