import { readdir, readFile } from "node:fs/promises";

/** Milliseconds of processor time that each part has used since it started. */
export interface CpuTimes {
  server: number;
  database: number;
  load: number;
}

const millisecondsPerTick = 10;

/**
 * Reads /proc. A rate says little on a machine that does other things too; the processor time behind a request says
 * what it costs. Null where there is no /proc.
 */
export async function readCpu({ serverPid, postmasterPid }: { serverPid: number; postmasterPid: number }) {
  if (process.platform !== "linux") return null;
  const times: CpuTimes = {
    server: 0,
    database: 0,
    load: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
  };
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null); // It ended meanwhile.
    if (stat === null) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const used = (Number(fields[11]) + Number(fields[12])) * millisecondsPerTick;
    if (pid === serverPid) times.server = used;
    if (pid === postmasterPid || Number(fields[1]) === postmasterPid) times.database += used;
  }
  return times;
}
