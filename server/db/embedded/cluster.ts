import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Account, spawnAs } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { exists, type Location } from "./location.ts";

const run = promisify(execFile);

/** The one role and database of the embedded server. Access is guarded by the socket's directory, mode 0700. */
export const ROLE = "greenroom";
export const DATABASE = "greenroom";

/** Unix socket paths end at 104 bytes on macOS and 108 on Linux, `/.s.PGSQL.5432` and a NUL included. */
const LONGEST_SOCKET_DIRECTORY = 85;

/** `quick` leaves out flushing to disk, for data that is thrown away. */
export async function createCluster(
  location: Location,
  binaries: Binaries,
  options: { quick: boolean },
): Promise<void> {
  const { base, account } = location;
  await removeAbandoned(base);
  // Under a name of its own until complete: a half-made cluster is never mistaken for one.
  const temporary = await mkdtemp(path.join(base, "initdb-"));
  try {
    await handOver(temporary, account);
    const access = await accessArguments(location);
    await run(
      binaries.initdb,
      [
        ...["-D", temporary, "-U", ROLE, "-E", "UTF8", "--data-checksums", "--no-instructions"],
        // The built-in provider sorts and folds alike on every system, whatever locales are installed.
        ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
        ...access,
        ...(options.quick ? ["--no-sync"] : []),
      ],
      { ...spawnAs(account, base), maxBuffer: 10_000_000 },
    );
    await rename(temporary, path.join(base, "data"));
  } catch (cause) {
    await rm(temporary, { recursive: true, force: true });
    if (await exists(path.join(base, "data", "PG_VERSION"))) return; // Another server made it meanwhile.
    const said = (cause as { stderr?: string }).stderr?.trim();
    throw new Error(`The database could not be created in ${base}: ${said || (cause as Error).message}`, {
      cause,
    });
  }
}

async function accessArguments({ base }: Location): Promise<string[]> {
  if (process.platform !== "win32") return ["--auth-local=trust", "--auth-host=reject"];
  const file = passwordFile(base);
  await writeFile(file, randomBytes(24).toString("hex"), { mode: 0o600 });
  return ["--auth=scram-sha-256", `--pwfile=${file}`];
}

/** Windows has no private sockets: there the server listens on 127.0.0.1 and asks for this password. */
export function passwordFile(base: string): string {
  return path.join(base, "password");
}

/** Clears what an initdb killed long ago left behind. */
async function removeAbandoned(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (!name.startsWith("initdb-") && !name.startsWith("copying-")) continue;
    const directory = path.join(base, name);
    if (Date.now() - (await stat(directory)).mtimeMs > 3_600_000)
      await rm(directory, { recursive: true, force: true });
  }
}

/**
 * The directory of the Unix socket: `<base>/run`, or a private one in the temporary directory when that is too long.
 *
 * @throws when the private one exists and is not ours alone, which in a shared temporary directory may be an attack.
 */
export async function socketDirectory({ base, account }: Location): Promise<string> {
  const beside = path.join(base, "run");
  const short = `greenroom-${createHash("sha256").update(base).digest("hex").slice(0, 12)}`;
  const fits = (directory: string) => Buffer.byteLength(directory) <= LONGEST_SOCKET_DIRECTORY;
  const directory = [beside, path.join(os.tmpdir(), short)].find(fits) ?? path.join("/tmp", short);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Only root makes what root owns: just made here or by a server starting beside us, or restored from a backup.
  if (account && (await lstat(directory)).uid === 0) await handOver(directory, account);
  const { uid, mode } = await lstat(directory);
  const expected = account?.uid ?? process.getuid?.();
  if (expected !== undefined && (uid !== expected || (mode & 0o170_777) !== 0o040_700)) {
    throw new Error(
      `${directory} should be a directory of mode 0700 owned by uid ${expected}: remove it and start again.`,
    );
  }
  return directory;
}

async function handOver(directory: string, account: Account): Promise<void> {
  if (account) await chown(directory, account.uid, account.gid);
  await chmod(directory, 0o700);
}

/** A cluster restored from a backup by root belongs to root; PostgreSQL insists on owning it. */
export async function claimCluster(clusterDirectory: string, account: Account): Promise<void> {
  const { uid } = await stat(clusterDirectory);
  if (account && uid === 0) await run("chown", ["-R", `${account.uid}:${account.gid}`, clusterDirectory]);
  const ours = process.getuid?.();
  if (!account && ours !== undefined && uid !== ours) {
    throw new Error(
      `The database in ${clusterDirectory} belongs to another user (uid ${uid}): start Greenroom as that user or as root, or set GREENROOM_DATA to another folder.`,
    );
  }
}
