import { execFileSync } from "node:child_process";

/** The ids of the processes of every worker pool that this process has opened. */
export function findWorkers(): number[] {
  try {
    const ids = execFileSync("pgrep", ["-P", String(process.pid), "-f", "workers/worker"], {
      encoding: "utf8",
    });
    return ids.trim().split("\n").map(Number);
  } catch {
    return []; // pgrep found none.
  }
}

/** Ends a process at once. Throws without an id: 0 would be the whole group of this process. */
export function killWorker(id: number | undefined): void {
  if (id === undefined) throw new Error("there is no worker");
  process.kill(id, "SIGKILL");
}
