import { pathToFileURL } from "node:url";
import { openWorkerPool, type WorkerPool } from "../../workers/worker-pool.ts";
import { builtProgram } from "./spawned-server.ts";

/**
 * A pool whose processes run the built program, because starting it from the sources takes more than twice the
 * processor time. `scripts/build-for-tests.mjs` builds it for each run of the tests.
 */
export function openTestWorkerPool(options: Parameters<typeof openWorkerPool>[0] = {}): WorkerPool {
  return openWorkerPool({ entry: pathToFileURL(builtProgram("worker")), ...options });
}
