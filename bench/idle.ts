import { setTimeout as sleep } from "node:timers/promises";
import { openBuiltServer } from "./built-server.ts";
import { readCpu, readMemory } from "./cpu.ts";

/* Measures a built server while it is idle: `npm run bench:idle`. */

/** Until the start itself costs nothing more: compiling, and collecting what the start has left. */
const settleSeconds = 60;
const measuredSeconds = 60;

const server = await openBuiltServer();
try {
  const pids = { serverPid: server.process.pid ?? 0, postmasterPid: server.postmasterPid };
  await sleep(settleSeconds * 1000);
  const before = await readCpu(pids);
  const start = performance.now();
  await sleep(measuredSeconds * 1000);
  const after = await readCpu(pids);
  const memory = await readMemory(pids.serverPid);
  if (before === null || after === null || memory === null) throw new Error("this machine has no /proc");
  const percent = (used: number) => `${((100 * used) / (performance.now() - start)).toFixed(2)} %`;
  process.stdout.write(
    `idle, of one core: server ${percent(after.server - before.server)}, database ${percent(after.database - before.database)}\n` +
      `memory of the server: ${memory.now.toFixed(0)} MB, at most ${memory.most.toFixed(0)} MB\n`,
  );
} finally {
  await server.close();
}
