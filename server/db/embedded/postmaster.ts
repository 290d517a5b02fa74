import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, rename, rm, stat } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { spawnAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { socketDirectory } from "./cluster.ts";
import { type Location, readIfThere } from "./location.ts";

const run = promisify(execFile);
const STOP_PATIENCE_MS = 60_000;
const LOG_LIMIT_BYTES = 5_000_000;

/** What `postmaster.pid` says of the running (or crashed) server. */
export interface PostmasterFile {
  pid: number;
  port: number;
  socketDirectory: string;
  ready: boolean;
}

/** Reads `data/postmaster.pid`; null when there is none or it is still being written. */
export async function readPostmasterFile(clusterDirectory: string): Promise<PostmasterFile | null> {
  const text = await readIfThere(path.join(clusterDirectory, "postmaster.pid"));
  // pid, data directory, start time, port, socket directory, listen address, shared memory, status
  const [pid, , , port, directory, , , status] = (text ?? "").split("\n");
  if (!pid || !port) return null;
  return {
    pid: Number(pid),
    port: Number(port),
    socketDirectory: directory ?? "",
    ready: status?.trim() === "ready",
  };
}

/** Whether the process exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Whether the process is the postmaster of this cluster, not a stranger that has got the number of a dead one,
 * and not one of another container that shares our disk but not our process numbers.
 */
export async function isPostmasterOf(pid: number, clusterDirectory: string): Promise<boolean> {
  if (process.platform === "win32") return isAlive(pid); // pg_ctl, which stops it there, looks closer.
  return (await commandOf(pid)).includes(`postgres -D ${clusterDirectory} `);
}

/** The command line of a process; empty when there is no such process. */
async function commandOf(pid: number): Promise<string> {
  if (!isAlive(pid)) return "";
  try {
    if (process.platform === "linux")
      return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    return ""; // It ended between the two questions.
  }
}

/**
 * Starts the postmaster and waits until it takes connections, which after a crash includes its recovery.
 *
 * @returns null when it gave way to another one that has the same cluster.
 * @throws with the end of PostgreSQL's log when it could not start.
 */
export async function launchPostmaster(
  location: Location,
  binaries: Binaries,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<ChildProcess | null> {
  const cluster = path.join(location.base, "data");
  const logFile = path.join(location.base, "postgres.log");
  const logStart = await rotateLog(logFile);
  const output = openSync(logFile, "a", 0o640);
  const access = await accessSettings(location);
  const values = Object.entries({ ...access, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const child = spawn(binaries.postgres, ["-D", cluster, ...values], {
    ...spawnAs(location.account, location.base),
    // A process group of its own: Ctrl-C in the terminal must reach our server alone, which drains and then stops this.
    detached: true,
    stdio: ["ignore", output, output],
    windowsHide: true,
  });
  closeSync(output);
  child.unref();
  const ended = new Promise<string>((resolve) => {
    child.once("error", (cause) => resolve(cause.message));
    child.once("exit", (code, signal) => resolve(`exit ${code ?? signal}`));
  });
  let end: string | null = null;
  void ended.then((reason) => {
    end = reason;
  });
  for (let waited = 0, told = 0; end === null; waited += 15) {
    const file = await readPostmasterFile(cluster);
    if (file?.ready && file.pid === child.pid) return child;
    if (waited - told >= 2000) {
      told = waited;
      log("PostgreSQL is still starting (after a crash it first recovers what was written)…");
    }
    await sleep(15);
  }
  const said = (await readFile(logFile, "utf8")).slice(logStart).trim();
  if (said.includes('lock file "postmaster.pid"') || said.includes("pre-existing shared memory")) return null;
  throw new Error(
    `PostgreSQL did not start (${end}); its log ${logFile} ends:\n${said.split("\n").slice(-8).join("\n")}`,
  );
}

/** @returns where the log ends now, in characters. */
async function rotateLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0, // The first start.
  );
  if (size > LOG_LIMIT_BYTES) {
    await rename(file, `${file}.1`);
    return 0;
  }
  return (await readIfThere(file))?.length ?? 0;
}

async function accessSettings(location: Location): Promise<Record<string, string>> {
  if (process.platform === "win32")
    return { listen_addresses: "127.0.0.1", port: String(await findFreePort()) };
  return {
    listen_addresses: "",
    port: "5432",
    unix_socket_directories: await socketDirectory(location),
    unix_socket_permissions: "0700",
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Fast shutdown: open transactions roll back, everything committed is on disk when this returns.
 *
 * @throws when it takes longer than a minute.
 */
export async function stopPostmaster(location: Location, pid: number, binaries: Binaries): Promise<void> {
  const cluster = path.join(location.base, "data");
  if (process.platform === "win32") {
    await run(binaries.pgControl, ["stop", "-D", cluster, "-m", "fast", "-w"]);
    return;
  }
  process.kill(pid, "SIGINT");
  for (const start = Date.now(); Date.now() - start < STOP_PATIENCE_MS; await sleep(15)) {
    // The file goes last; a process of our own may linger as a zombie until Node has reaped it.
    if ((await readPostmasterFile(cluster))?.pid !== pid) return;
    if (!isAlive(pid)) return;
  }
  throw new Error(
    `PostgreSQL (process ${pid}) has not stopped within ${STOP_PATIENCE_MS / 1000} s; it will when its last work is done.`,
  );
}

/**
 * Removes a `postmaster.pid` whose number now belongs to a stranger: PostgreSQL itself would refuse for ever, which a
 * container started again after a crash, with its few and repeating process numbers, runs into.
 *
 * @returns whether there was one.
 */
export async function removeStrangersFile(clusterDirectory: string): Promise<boolean> {
  const file = await readPostmasterFile(clusterDirectory);
  if (!file || process.platform !== "linux") return false;
  // Any PostgreSQL might still be this one, started before the folder was moved: never pull its lock away.
  if ((await commandOf(file.pid)).includes("postgres")) return false;
  await rm(path.join(clusterDirectory, "postmaster.pid"), { force: true });
  return true;
}
