import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type pg from "pg";

/**
 * These belong to the running server, or are rebuilt at start (PostgreSQL 18 manual, 25.3.4.3); the
 * write-ahead log is copied last.
 */
const excludedPaths = new Set([
  "postmaster.pid",
  "postmaster.opts",
  ...["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
  "pg_wal",
]);

/**
 * Copies a running cluster's folder by PostgreSQL's low-level backup protocol (manual, 25.3.4), because the PostgreSQL
 * of npm comes without `pg_dump` and `pg_basebackup`: start the backup, copy the files while they change, stop the backup, and copy the write-ahead log of that time, which
 * a temporary replication slot has kept. When PostgreSQL starts on the copy, it replays the log up to the end
 * of the backup. The client must be a superuser on the cluster's own machine, and the caller must close its
 * connection afterwards. Returns the number of bytes copied.
 */
export async function copyCluster(client: pg.ClientBase, target: string): Promise<number> {
  const { rows: settings } = await client.query("select current_setting('data_directory') as directory");
  const source: string = settings[0].directory;
  await client.query("select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)");
  await client.query("select pg_backup_start('greenroom', true)");
  let bytes = await copyFolder(
    source,
    target,
    (path) => excludedPaths.has(path) || path.includes("pgsql_tmp"),
  );
  const { rows: ends } = await client.query("select labelfile from pg_backup_stop(false)");
  await writeFile(join(target, "backup_label"), ends[0].labelfile, { mode: 0o600 });
  for (const name of excludedPaths) {
    if (name.startsWith("pg_")) await mkdir(join(target, name), { recursive: true, mode: 0o700 });
  }
  bytes += await copyFolder(join(source, "pg_wal"), join(target, "pg_wal"), () => false);
  return bytes;
}

/**
 * Copies a folder recursively. A file that disappears meanwhile is not an error, because the write-ahead log
 * restores its content.
 */
async function copyFolder(
  source: string,
  target: string,
  isExcluded: (path: string) => boolean,
): Promise<number> {
  let bytes = 0;
  async function copy(folder: string): Promise<void> {
    await mkdir(join(target, relative(source, folder)), { recursive: true, mode: 0o700 });
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(emptyIfNotFound)) {
      const path = join(folder, entry.name);
      const name = relative(source, path);
      if (isExcluded(name.split(sep).join("/"))) continue;
      if (entry.isDirectory()) await copy(path);
      else if (entry.isFile()) bytes += await copyOne(path, join(target, name));
    }
  }
  await copy(source);
  return bytes;
}

async function copyOne(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to);
    return (await stat(to)).size;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw cause;
  }
}

function emptyIfNotFound(cause: NodeJS.ErrnoException): [] {
  if (cause.code === "ENOENT") return [];
  throw cause;
}
