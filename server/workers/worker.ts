import { tasks } from "./tasks.ts";
import type { FromWorker, ToWorker } from "./worker-pool.ts";

/* The entry point of a worker process. It runs one task at a time and does not depend on the server. */

process.on("message", async ({ name, input }: ToWorker) => {
  try {
    const output = await (tasks[name] as (input: unknown) => Promise<unknown>)(input);
    answer({ kind: "done", output, heapBytes: measureHeap() });
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    answer({ kind: "failed", stack, heapBytes: measureHeap() });
  }
});
// Ctrl-C in a terminal reaches every process; the server finishes its requests first and then ends this one.
process.on("SIGINT", () => undefined);
// The server process has ended.
process.on("disconnect", () => process.exit());
answer({ kind: "ready" });

/** A smaller heap is not worth collecting. */
const collectedHeapBytes = 64 * 1024 * 1024;

/** The heap size after the finished task and garbage collection. */
function measureHeap(): number {
  if (process.memoryUsage().heapUsed > collectedHeapBytes) globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function answer(message: FromWorker): void {
  process.send?.(message);
}
