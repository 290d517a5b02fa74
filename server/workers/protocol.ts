import type { TaskName } from "./tasks.ts";

/** What the server sends to a worker process: one task at a time. */
export interface ToWorker {
  name: TaskName;
  input: unknown;
}

/** What a worker process answers: `ready` once, then one message per task. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "done"; output: unknown; heapBytes: number }
  | { kind: "failed"; stack: string; heapBytes: number };
