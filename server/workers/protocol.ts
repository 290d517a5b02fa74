import type { TaskName } from "./tasks.ts";

/** The server's messages to a worker process, one task at a time. */
export interface ToWorker {
  name: TaskName;
  input: unknown;
}

/** A worker process's messages: `ready` once, then one per task. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "done"; output: unknown; heapBytes: number }
  | { kind: "failed"; stack: string; heapBytes: number };
