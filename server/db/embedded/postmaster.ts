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
import { type Location, readIfExists } from "./location.ts";

const run = promisify(execFile);
const STOP_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 5_000_000;

/** The content of `postmaster.pid` of a running or crashed server. */
export interface PostmasterFile {
  pid: number;
  port: number;
  socketDirectory: string;
  ready: boolean;
}

/** Reads `data/postmaster.pid`; null when it does not exist or is incomplete. */
export async function readPostmasterFile(clusterDirectory: string): Promise<PostmasterFile | null> {
  const text = await readIfExists(path.join(clusterDirectory, "postmaster.pid"));
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

/** Whether the process exists, even if another account owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Whether the process is the postmaster of this cluster. The number may belong to an unrelated process that
 * got it later, or to a process of another container that shares our disk but not our process numbers.
 */
export async function isPostmasterOf(pid: number, clusterDirectory: string): Promise<boolean> {
  // On Windows we cannot tell more here; pg_ctl, which stops the server there, checks again.
  if (process.platform === "win32") return isAlive(pid);
  return (await readCommandLine(pid)).includes(`postgres -D ${clusterDirectory} `);
}

/** The command line of a process; empty when there is no such process. */
async function readCommandLine(pid: number): Promise<string> {
  if (!isAlive(pid)) return "";
  try {
    if (process.platform === "linux")
      return (await readFile(`/proc/${pid}/cmdline`, "utf8")).replaceAll("\0", " ");
    return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    return ""; // The process ended between the two calls.
  }
}

/**
 * Starts the postmaster and waits until it accepts connections, which after a crash includes its recovery.
 *
 * @returns null when another postmaster of the same cluster was first.
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
    // Starts a separate process group, so that Ctrl-C in the terminal reaches only our server, which drains
    // and then stops PostgreSQL.
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
  for (let waited = 0, loggedAt = 0; end === null; waited += 15) {
    const file = await readPostmasterFile(cluster);
    if (file?.ready && file.pid === child.pid) return child;
    if (waited - loggedAt >= 2000) {
      loggedAt = waited;
      log("PostgreSQL is still starting (after a crash it first recovers what was written)…");
    }
    await sleep(15);
  }
  const logTail = (await readFile(logFile, "utf8")).slice(logStart).trim();
  if (logTail.includes('lock file "postmaster.pid"') || logTail.includes("pre-existing shared memory"))
    return null;
  throw new Error(
    `PostgreSQL did not start (${end}); its log ${logFile} ends:\n${logTail.split("\n").slice(-8).join("\n")}`,
  );
}

/** @returns the position in characters at which the log ends now. */
async function rotateLog(file: string): Promise<number> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0, // There is no log before the first start.
  );
  if (size > LOG_LIMIT_BYTES) {
    await rename(file, `${file}.1`);
    return 0;
  }
  return (await readIfExists(file))?.length ?? 0;
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
 * Fast shutdown: open transactions roll back, and when this resolves everything committed is on disk.
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
  for (const start = Date.now(); Date.now() - start < STOP_TIMEOUT_MS; await sleep(15)) {
    // PostgreSQL removes the file last. We check it because a child process can remain as a zombie until Node
    // reaps it.
    if ((await readPostmasterFile(cluster))?.pid !== pid) return;
    if (!isAlive(pid)) return;
  }
  throw new Error(
    `PostgreSQL (process ${pid}) has not stopped within ${STOP_TIMEOUT_MS / 1000} s; it will when its last work is done.`,
  );
}

/**
 * Removes a `postmaster.pid` whose number now belongs to an unrelated process. PostgreSQL itself would refuse
 * to start forever. This happens when a container restarts after a crash, because it reuses its few process
 * numbers.
 *
 * @returns whether there was one.
 */
export async function removeStalePidFile(clusterDirectory: string): Promise<boolean> {
  const file = await readPostmasterFile(clusterDirectory);
  if (!file || process.platform !== "linux") return false;
  // Any PostgreSQL process might be this one, started before the folder was moved, so its lock file must
  // stay.
  if ((await readCommandLine(file.pid)).includes("postgres")) return false;
  await rm(path.join(clusterDirectory, "postmaster.pid"), { force: true });
  return true;
}
