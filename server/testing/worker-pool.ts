import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { openWorkerPool, type WorkerPool } from "../workers/worker-pool.ts";

/**
 * A pool whose processes run the built program, because starting it from the sources takes more than twice the
 * processor time. `scripts/build-for-tests.mjs` builds it for each run of the tests.
 */
export function openTestWorkerPool(options: Parameters<typeof openWorkerPool>[0] = {}): WorkerPool {
  return openWorkerPool({ entry: pathToFileURL(join(inject("builtServer"), "worker.js")), ...options });
}
