import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, open, readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

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
export const createUnreachableUrl = async (): Promise<string> => `http://127.0.0.1:${await closedPort()}`;

/** A port of this machine that refuses connections. */
export async function closedPort(): Promise<number> {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, "127.0.0.1", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return port;
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

const root = fileURLToPath(new URL("../..", import.meta.url));
const builtServer = { cwd: root, args: ["dist/server/main.js"] };

interface ServerOptions {
  dataDirectory: string;
  /** Empty: the embedded PostgreSQL of the data folder. */
  databaseUrl: string;
  port: number;
  /** Options of Node, such as modules to import first. */
  nodeOptions?: string[];
  /** What Node runs, and where; by default the built server. */
  program?: { cwd: string; args: string[] };
  /** Settings that extend or override the ones below. */
  settings?: Record<string, string>;
}

/** None of the caller's own settings, so that nothing here uses their database. */
export function withoutOwnSettings(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...settings };
}

/** Starts a server in a separate process, as `npm start` does, with its log in the data folder. */
export async function startServer({
  dataDirectory,
  databaseUrl,
  port,
  nodeOptions = [],
  program = builtServer,
  settings = {},
}: ServerOptions): Promise<ChildProcess> {
  await mkdir(dataDirectory, { recursive: true });
  const log = await open(join(dataDirectory, "server.log"), "a");
  const server = spawn(process.execPath, [...nodeOptions, ...program.args], {
    cwd: program.cwd,
    stdio: ["ignore", log.fd, log.fd],
    env: withoutOwnSettings({
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: databaseUrl,
      GREENROOM_DATA: dataDirectory,
      GREENROOM_DEMO: "false",
      GREENROOM_RATE_LIMIT_FACTOR: "1000000",
      ...settings,
    }),
  });
  await log.close();
  for (const deadline = Date.now() + 300_000; Date.now() < deadline && server.exitCode === null; ) {
    if (await isUp(port)) return server;
    await sleep(20);
  }
  server.kill("SIGKILL");
  throw new Error(`The server did not start; its log ends:\n${(await readLog(dataDirectory)).slice(-2000)}`);
}

async function isUp(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/health/live`).then(
    (answer) => answer.ok,
    () => false, // The server does not listen yet.
  );
}

/** What the server of this data folder has written. */
export const readLog = (dataDirectory: string) => readFile(join(dataDirectory, "server.log"), "utf8");

/** The password of the demo accounts, which a server prints when it listens. */
export async function readDemoPassword(dataDirectory: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const password = /^Demo password: (\S+)/m.exec(await readLog(dataDirectory))?.[1];
    if (password !== undefined) return password;
    await sleep(100);
  }
  throw new Error("The server printed no demo password.");
}

export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await Promise.race([ended, sleep(15_000).then(() => server.kill("SIGKILL"))]);
}
