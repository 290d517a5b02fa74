import { cp, mkdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AppError } from "../../core/errors.ts";
import { copyCluster } from "../../db/embedded/copy-cluster.ts";
import type { Deps } from "../../deps.ts";

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
    throw new AppError("conflict", {
      msg: "The database is at DATABASE_URL: back it up with pg_dump, as docs/operating.md says.",
    });
  }
  const target = resolve(folder);
  await mkdir(resolve(target, ".."), { recursive: true });
  await mkdir(target, { mode: 0o755 }).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === "EEXIST")
      throw new AppError("conflict", { msg: `${folder} is there already.`, cause });
    throw cause;
  });
  try {
    await mkdir(join(target, "postgres"), { mode: 0o755 });
    const client = await pool.connect();
    // Closing the connection ends an unfinished backup and releases its replication slot.
    const bytes = await copyCluster(client, join(target, "postgres", "data")).finally(() =>
      client.release(true),
    );
    // Copied after the database, because files are stored before the rows that refer to them.
    for (const name of ["files", "secret"]) {
      const from = join(config.dataDirectory, name);
      if (await exists(from))
        await cp(from, join(target, name), { recursive: true, preserveTimestamps: true });
    }
    return { megabytes: Math.ceil(bytes / 1_000_000) };
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return await stat(path).then(
    () => true,
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === "ENOENT") return false;
      throw cause;
    },
  );
}
