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
  writeFile,
} from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

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
