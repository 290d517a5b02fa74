import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";

/**
 * Below the system's ephemeral ports, so that an outgoing connection cannot take the port before we listen on it;
 * above 10080, the last port that `fetch` blocks.
 */
const firstPort = 11_000;
const lastPort = 29_999;

/** More than the ports that the test files of one process take. */
const portsOfProcess = 1_000;

/**
 * Test files run in parallel processes. Each searches a range of its own, because between our probe and the app's
 * listening another process could take the same port. Vitest numbers its processes from 1, and so does Playwright
 * from 0; another run that happens at the same time most likely begins elsewhere.
 */
function ownRange(): { start: number; size: number } {
  const ranges = Math.floor((lastPort - firstPort + 1) / portsOfProcess);
  const { VITEST_POOL_ID, TEST_PARALLEL_INDEX } = process.env;
  const number = VITEST_POOL_ID ?? TEST_PARALLEL_INDEX;
  const range = number === undefined ? process.pid : process.ppid * 5 + Number(number);
  return { start: firstPort + (range % ranges) * portsOfProcess, size: portsOfProcess };
}

let searched = 0;

/** A free loopback port, which this process returns again only after all others of its range. */
export async function freePort(): Promise<number> {
  const { start, size } = ownRange();
  for (;;) {
    const port = start + (searched % size);
    searched += 1;
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") return false;
    throw error;
  }
  probe.close();
  await once(probe, "close");
  return true;
}

/** A URL on this machine that refuses connections. */
export async function createUnreachableUrl(): Promise<string> {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return `http://127.0.0.1:${port}`;
}

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
