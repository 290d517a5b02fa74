import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The ids of the processes of every worker pool that this process has opened. */
export function findWorkers(): number[] {
  return listProcesses().flatMap(({ id, parent, command }) =>
    parent === process.pid && command.includes("workers/worker") ? [id] : [],
  );
}

interface RunningProcess {
  id: number;
  parent: number;
  command: string;
}

/** A small Linux has no `ps`, other systems have no `/proc`. */
function listProcesses(): RunningProcess[] {
  if (process.platform === "linux")
    return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? readProcess(Number(name)) : []));
  return execFileSync("ps", ["-A", "-ww", "-o", "pid=,ppid=,command="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const [, id, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
      return id === undefined ? [] : [{ id: Number(id), parent: Number(parent), command }];
    });
}

function readProcess(id: number): RunningProcess[] {
  try {
    const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${id}/status`, "utf8")) ?? [];
    const command = readFileSync(`/proc/${id}/cmdline`, "utf8").replaceAll("\0", " ");
    return [{ id, parent: Number(parent), command }];
  } catch {
    return []; // It has ended meanwhile.
  }
}

/** Ends a process at once. Throws without an id: 0 would be the whole group of this process. */
export function killWorker(id: number | undefined): void {
  if (id === undefined) throw new Error("there is no worker");
  process.kill(id, "SIGKILL");
}
