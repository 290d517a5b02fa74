import { readdir, readFile } from "node:fs/promises";

/** Milliseconds of processor time that each part has used since it started. */
export interface CpuTimes {
  server: number;
  database: number;
  load: number;
}

const millisecondsPerTick = 10;

interface ProcessTimes {
  parent: number;
  /** Of the process itself, and of its children that have ended. */
  own: number;
  ended: number;
}

/**
 * Reads /proc. On a machine that does other things too, processor time per request says more than a rate.
 * Each part is a process with its children: when a child ends, its time moves to its parent, so the sum never
 * decreases. Null where there is no /proc.
 */
export async function readCpu({ serverPid, postmasterPid }: { serverPid: number; postmasterPid: number }) {
  if (process.platform !== "linux") return null;
  const processes = new Map<number, ProcessTimes>();
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const times = await readProcess(pid);
    if (times !== null) processes.set(pid, times);
  }
  const withChildren = (root: number) => {
    const { own, ended } = processes.get(root) ?? { own: 0, ended: 0 };
    const children = [...processes.values()].filter(({ parent }) => parent === root);
    return own + ended + children.reduce((sum, child) => sum + child.own + child.ended, 0);
  };
  const { user, system } = process.cpuUsage();
  const times: CpuTimes = {
    server: withChildren(serverPid),
    database: withChildren(postmasterPid),
    load: (user + system) / 1000,
  };
  return times;
}

/** Null when the process has ended meanwhile. */
async function readProcess(pid: number): Promise<ProcessTimes | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  if (stat === null) return null;
  // The name in parentheses may contain anything; the state and the parent follow it.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = (index: number) => Number(fields[index]) * millisecondsPerTick;
  return { parent: Number(fields[1]), own: ticks(11) + ticks(12), ended: ticks(13) + ticks(14) };
}

/** The memory of a process in megabytes: now, and at its peak. Null where there is no /proc. */
export async function readMemory(pid: number): Promise<{ now: number; most: number } | null> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => null);
  if (status === null) return null;
  // Linux writes kB and means 1,024 bytes.
  const read = (name: string) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1024) / 1e6;
  return { now: read("VmRSS"), most: read("VmHWM") };
}
