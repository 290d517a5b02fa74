import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type SystemAccount, spawnAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { exists, type Location } from "./location.ts";

const run = promisify(execFile);

/** The one role and database of the embedded server. The socket's directory, mode 0700, restricts access. */
export const ROLE = "greenroom";
export const DATABASE = "greenroom";

/**
 * A Unix socket path has at most 104 bytes on macOS and 108 on Linux, including `/.s.PGSQL.5432` and a NUL.
 */
const LONGEST_SOCKET_DIRECTORY = 85;

/** `quick` skips flushing to disk, for temporary data. */
export async function createCluster(
  location: Location,
  binaries: Binaries,
  options: { quick: boolean },
): Promise<void> {
  const { base, account } = location;
  await removeStaleDirectories(base);
  // The cluster has a temporary name until it is complete, so that nobody uses an incomplete one.
  const temporary = await mkdtemp(path.join(base, "initdb-"));
  try {
    await setOwner(temporary, account);
    const access = await accessArguments(location);
    await run(
      binaries.initdb,
      [
        ...["-D", temporary, "-U", ROLE, "-E", "UTF8", "--data-checksums", "--no-instructions"],
        // The built-in provider sorts and folds case the same on every system, whichever locales are
        // installed.
        ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        ...access,
        ...(options.quick ? ["--no-sync"] : []),
      ],
      { ...spawnAs(account, base), maxBuffer: 10_000_000 },
    );
    await rename(temporary, path.join(base, "data"));
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    if (await exists(path.join(base, "data", "PG_VERSION"))) return; // Another server created it meanwhile.
    const errorOutput = (cause as { stderr?: string }).stderr?.trim();
    throw new Error(
      `The database could not be created in ${base}: ${errorOutput || (cause as Error).message}`,
      {
        cause,
      },
    );
  }
}

async function accessArguments({ base }: Location): Promise<string[]> {
  if (process.platform !== "win32") return ["--auth-local=trust", "--auth-host=reject"];
  const file = passwordFile(base);
  await writeFile(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return ["--auth=scram-sha-256", `--pwfile=${file}`];
}

/** Windows has no private sockets, so there the server listens on 127.0.0.1 and requires this password. */
export function passwordFile(base: string): string {
  return path.join(base, "password");
}

/** Deletes the directories of earlier initdb runs that were killed. */
async function removeStaleDirectories(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (!name.startsWith("initdb-") && !name.startsWith("copying-")) continue;
    const directory = path.join(base, name);
    if (Date.now() - (await stat(directory)).mtimeMs > 3_600_000)
      await rm(directory, { recursive: true, force: true });
  }
}

/**
 * The directory of the Unix socket: `<base>/run`, or a private one in the temporary directory when that path
 * is too long.
 *
 * @throws when the private directory exists and others can access it, which may be an attack in a shared
 * temporary directory.
 */
export async function socketDirectory({ base, account }: Location): Promise<string> {
  const beside = path.join(base, "run");
  const short = `greenroom-${createHash("sha256").update(base).digest("hex").slice(0, 12)}`;
  const fits = (directory: string) => Buffer.byteLength(directory) <= LONGEST_SOCKET_DIRECTORY;
  const directory = [beside, path.join(os.tmpdir(), short)].find(fits) ?? path.join("/tmp", short);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Root owns the directory if it was just created, here or by another server that is starting, or restored from a
  // backup.
  if (account && (await lstat(directory)).uid === 0) await setOwner(directory, account);
  const { uid, mode } = await lstat(directory);
  const expected = account?.uid ?? process.getuid?.();
  if (expected !== undefined && (uid !== expected || (mode & 0o170_777) !== 0o040_700)) {
    throw new Error(
      `${directory} should be a directory of mode 0700 owned by uid ${expected}: remove it and start again.`,
    );
  }
  return directory;
}

async function setOwner(directory: string, account: SystemAccount): Promise<void> {
  if (account) await chown(directory, account.uid, account.gid);
  await chmod(directory, 0o700);
}

/** A cluster that root restored from a backup belongs to root, but PostgreSQL must own it. */
export async function ensureClusterOwner(clusterDirectory: string, account: SystemAccount): Promise<void> {
  const { uid } = await stat(clusterDirectory);
  if (account && uid === 0) await run("chown", ["-R", `${account.uid}:${account.gid}`, clusterDirectory]);
  const ownUid = process.getuid?.();
  if (!account && ownUid !== undefined && uid !== ownUid) {
    throw new Error(
      `The database in ${clusterDirectory} belongs to another user (uid ${uid}): start Greenroom as that user or as root, or set GREENROOM_DATA to another folder.`,
    );
  }
}
