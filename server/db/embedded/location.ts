import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { canReach, chooseAccount, type SystemAccount } from "./account.ts";

/**
 * The folder in which root keeps the cluster of a data folder that PostgreSQL's account cannot enter, such as one under
 * /root.
 */
const SYSTEM_HOME = "/var/lib/greenroom";

export interface Location {
  /** Contains `data` (the cluster), `run` (the socket), the log and, if needed, a copy of the binaries. */
  base: string;
  account: SystemAccount;
}

/**
 * Finds or creates the directory of a data folder's cluster: `<dataDirectory>/postgres`, unless PostgreSQL's
 * account cannot reach it. In that case it is a separate directory under /var/lib/greenroom. The pointer file
 * `<dataDirectory>/postgres/location` names it, so that we find it again and never silently start an empty
 * one.
 *
 * @throws when the pointer names a missing directory, or one that another data folder still uses.
 */
export async function locateCluster(dataDirectory: string, log: (line: string) => void): Promise<Location> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o755 });
  const home = path.join(await realpath(dataDirectory), "postgres");
  await makeBase(home);
  const pointer = path.join(home, "location");
  const pointed = await readIfExists(pointer);
  if (pointed) {
    await checkPointer(pointer, pointed.trim(), home);
    return { base: pointed.trim(), account: await chooseAccount(path.join(pointed.trim(), "data")) };
  }
  const account = await chooseAccount(path.join(home, "data"));
  if (canReach(account, home)) return { base: home, account };
  if (await exists(path.join(home, "data"))) {
    throw new Error(
      `The account ${account?.name} cannot enter ${home}, where its database is: move the data folder back, or make the folders above it traversable (chmod o+x).`,
    );
  }
  const base = path.join(SYSTEM_HOME, randomBytes(6).toString("hex"));
  await makeBase(base);
  if (!canReach(account, base))
    throw new Error(`The account ${account?.name} can enter neither ${home} nor ${base}.`);
  await writeFile(path.join(base, "made-for"), `${home}\n`);
  await writeFile(pointer, `${base}\n`);
  log(
    `PostgreSQL runs as ${account?.name}, which cannot enter ${home}: the database is kept in ${base} (noted in ${pointer}).`,
  );
  return { base, account };
}

/**
 * Prevents two surprises: an empty database in place of a lost one, and two folders that share a database.
 */
async function checkPointer(pointer: string, base: string, home: string): Promise<void> {
  if (!(await exists(base))) {
    throw new Error(
      `${pointer} says that the database is in ${base}, but nothing is there: restore it, or delete ${pointer} to begin with an empty database.`,
    );
  }
  const madeFor = (await readIfExists(path.join(base, "made-for")))?.trim();
  if (madeFor === home) return;
  if (madeFor && (await readIfExists(path.join(madeFor, "location")))?.trim() === base) {
    throw new Error(
      `${home} is a copy of ${madeFor}, which still uses the database in ${base}: delete ${pointer} to begin with an empty database.`,
    );
  }
  await writeFile(path.join(base, "made-for"), `${home}\n`); // The data folder was moved.
}

async function makeBase(directory: string): Promise<void> {
  const created = await mkdir(directory, { recursive: true, mode: 0o755 });
  if (created) await chmod(directory, 0o755); // A strict umask must not keep PostgreSQL's account out.
}

export async function readIfExists(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "ENOENT") return null;
    throw cause;
  });
}

export async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT" || cause.code === "ENOTDIR") return false;
      throw cause;
    },
  );
}
