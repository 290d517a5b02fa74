import { copyFile, cp, mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { copyCluster } from "../kernel/db/copy-cluster.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError, conflict } from "../kernel/errors.ts";
import { fileKeyPattern } from "../kernel/files.ts";

/**
 * Copies everything that the product stores on one machine into a new folder, which is itself a data folder:
 * the embedded database at one moment, files and secret. The server may run meanwhile. Mails in `mail` are
 * left out, because they were delivered. Throws `conflict` if the folder exists or the database is not the
 * embedded one.
 */
export async function backUp(
  { config, pool }: Pick<Deps, "config" | "pool">,
  folder: string,
): Promise<{ megabytes: number }> {
  if (config.databaseUrl !== null) {
    throw conflict("The database is at DATABASE_URL: back it up with pg_dump, as docs/operating.md says.");
  }
  const target = resolve(folder);
  await mkdir(resolve(target, ".."), { recursive: true });
  await mkdir(target, { mode: 0o755 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "EEXIST") throw new AppError("conflict", { msg: `${folder} already exists.`, cause });
    throw cause;
  });
  try {
    await mkdir(join(target, "postgres"), { mode: 0o755 });
    const files = { from: join(config.dataDirectory, "files"), to: join(target, "files") };
    // Copied before the database, because a file may be removed as soon as no row names it any more, and again after
    // it, because files are stored before the rows that name them.
    await copyNewFiles(files);
    const client = await pool.connect();
    // Closing the connection ends an unfinished backup and releases its replication slot.
    const bytes = await copyCluster(client, join(target, "postgres", "data")).finally(() =>
      client.release(true),
    );
    await copyNewFiles(files);
    const secret = join(config.dataDirectory, "secret");
    if (await exists(secret))
      await cp(secret, join(target, "secret"), { recursive: true, preserveTimestamps: true });
    return { megabytes: Math.ceil(bytes / 1_000_000) };
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

/** Copies the stored files that the copy lacks. A stored file never changes; one that is removed meanwhile is left out. */
async function copyNewFiles({ from, to }: { from: string; to: string }): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(nullIfNotFound);
  for (const entry of entries ?? []) {
    const key = relative(from, join(entry.parentPath, entry.name));
    if (!entry.isFile() || !fileKeyPattern.test(key.split(sep).join("/"))) continue;
    const [source, copied] = [join(from, key), join(to, key)];
    const facts = await stat(source).catch(nullIfNotFound);
    if (facts === null || (await exists(copied))) continue;
    await mkdir(dirname(copied), { recursive: true, mode: 0o700 });
    if ((await copyFile(source, copied).then(() => true, nullIfNotFound)) === null) continue;
    await utimes(copied, facts.atime, facts.mtime);
  }
}

function nullIfNotFound(cause: NodeJS.ErrnoException): null {
  if (cause.code === "ENOENT") return null;
  throw cause;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(nullIfNotFound)) !== null;
}
