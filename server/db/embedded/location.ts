import { randomBytes } from "node:crypto";
import { chmod, mkdir, readFile, realpath, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Account, canReach, chooseAccount } from "./account.ts";

/** Where clusters go that root keeps for a folder PostgreSQL's account cannot enter, such as one under /root. */
const SYSTEM_HOME = "/var/lib/greenroom";

export interface Location {
  /** Holds `data` (the cluster), `run` (the socket), the log and, where needed, a copy of the binaries. */
  base: string;
  account: Account;
}

/**
 * Finds or makes the directory in which the cluster of a data folder lives: `<dataDirectory>/postgres`, unless
 * PostgreSQL's account cannot reach it. Then it is a directory of our own under /var/lib/greenroom, named in the
 * pointer file `<dataDirectory>/postgres/location`, so that it is found again and never silently replaced.
 *
 * @throws when the pointer leads nowhere, or belongs to another data folder that still uses it.
 */
export async function locateCluster(dataDirectory: string, log: (line: string) => void): Promise<Location> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o755 });
  const home = path.join(await realpath(dataDirectory), "postgres");
  await makeBase(home);
  const pointer = path.join(home, "location");
  const pointed = await readIfThere(pointer);
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

/** An empty start in place of a lost database, or two folders on one database, would both be a nasty surprise. */
async function checkPointer(pointer: string, base: string, home: string): Promise<void> {
  if (!(await exists(base))) {
    throw new Error(
      `${pointer} says that the database is in ${base}, but nothing is there: restore it, or delete ${pointer} to begin with an empty database.`,
    );
  }
  const madeFor = (await readIfThere(path.join(base, "made-for")))?.trim();
  if (madeFor === home) return;
  if (madeFor && (await readIfThere(path.join(madeFor, "location")))?.trim() === base) {
    throw new Error(
      `${home} is a copy of ${madeFor}, which still uses the database in ${base}: delete ${pointer} to begin with an empty database.`,
    );
  }
  await writeFile(path.join(base, "made-for"), `${home}\n`); // The folder was moved: follow it.
}

async function makeBase(directory: string): Promise<void> {
  const made = await mkdir(directory, { recursive: true, mode: 0o755 });
  if (made) await chmod(directory, 0o755); // A strict umask must not lock PostgreSQL's account out.
}

export async function readIfThere(file: string): Promise<string | null> {
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
