import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { freePort } from "../server/testing/free-port.ts";
import { readCpu, readMemory } from "./cpu.ts";
import { startServer, stopServer } from "./serve.ts";

/* Measures a built server while it is idle: `npm run bench:idle`. With `-- sources` it runs
   from the sources, whose memory use is less meaningful. */

const settleSeconds = 20;
const measuredSeconds = 60;

const directory = await mkdtemp(join(tmpdir(), "greenroom-idle-"));
// When root runs this, PostgreSQL runs under another account, which needs access to the folder.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => undefined });
const server = await startServer({
  dataDirectory: directory,
  databaseUrl: postgres.connectionString,
  port: await freePort(),
  ...(process.argv.includes("--sources") ? {} : { entry: ["dist/server/main.js"] }),
});
try {
  const postmaster = await readFile(join(directory, "postgres", "data", "postmaster.pid"), "utf8");
  const pids = { serverPid: server.pid ?? 0, postmasterPid: Number.parseInt(postmaster, 10) };
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
  await stopServer(server);
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
