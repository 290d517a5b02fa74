import { getPriority, setPriority } from "node:os";
import { openWorkerPool } from "../../workers/worker-pool.ts";
import { findWorkers } from "../processes.ts";

/**
 * Opens a worker pool in a process of a low priority, and prints the priorities of both as JSON. Only root could give
 * the process of the tests its own priority back.
 */
setPriority(getPriority() + 6);
const pool = openWorkerPool({ processes: 1 });
await pool.warmUp();
process.stdout.write(JSON.stringify({ server: getPriority(), workers: findWorkers().map(getPriority) }));
await pool.close();
