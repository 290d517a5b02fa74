import type { WorkerPool } from "../workers/worker-pool.ts";

const maxAttempts = 5;

/**
 * A pool whose tasks run up to five times until one attempt succeeds. A call tells its user to try again when a task took
 * too long on a very busy machine. Nobody does so for the demo data, and without it the first start would fail.
 */
export function repeatTasks(workers: WorkerPool): WorkerPool {
  return {
    ...workers,
    run: (name, input, signal) => repeat(() => workers.run(name, input, signal)),
  };
}

async function repeat<T>(task: () => Promise<T>): Promise<T> {
  for (let attempt = 1; attempt < maxAttempts; attempt += 1) {
    try {
      return await task();
    } catch {
      // The last attempt reports its reason.
    }
  }
  return await task();
}
