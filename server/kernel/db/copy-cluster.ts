import { copyFile, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";

/** Belongs to the running server, or is rebuilt at start (manual, 25.3.4.3); the write-ahead log is copied last. */
const excludedFolders = [
  ...["pg_dynshmem", "pg_notify", "pg_replslot", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"],
  "pg_wal",
];
const excluded = new Set([...excludedFolders, "postmaster.pid", "postmaster.opts", "pgsql_tmp"]);

/**
 * Copies a running cluster's folder by PostgreSQL's low-level backup protocol (manual, 25.3.4), because the PostgreSQL
 * of npm comes without `pg_dump` and `pg_basebackup`: start the backup, copy the files while they change, stop the
 * backup, and copy the write-ahead log of that time, which a temporary replication slot has kept. When PostgreSQL starts
 * on the copy, it replays the log up to the end of the backup. The client must be a superuser on the cluster's own
 * machine, and the caller must close its connection afterwards. Returns the number of bytes copied.
 */
export async function copyCluster(client: pg.ClientBase, target: string): Promise<number> {
  const { rows: settings } = await client.query("select current_setting('data_directory') as directory");
  const source: string = settings[0].directory;
  await client.query("select pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)");
  await client.query("select pg_backup_start('greenroom', true)");
  const bytes = await copyFolder(source, target);
  const { rows: ends } = await client.query("select labelfile from pg_backup_stop(false)");
  await writeFile(join(target, "backup_label"), ends[0].labelfile, { mode: 0o600 });
  for (const name of excludedFolders) await mkdir(join(target, name), { mode: 0o700 });
  return bytes + (await copyFolder(join(source, "pg_wal"), join(target, "pg_wal")));
}

/** A file that disappears meanwhile is not an error, because the write-ahead log restores its content. */
async function copyFolder(source: string, target: string): Promise<number> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const entry of await readdir(source, { withFileTypes: true }).catch(unlessGone<[]>([]))) {
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (excluded.has(entry.name)) continue;
    if (entry.isDirectory()) bytes += await copyFolder(from, to);
    else if (entry.isFile())
      bytes += await copyFile(from, to)
        .then(async () => (await stat(to)).size)
        .catch(unlessGone(0));
  }
  return bytes;
}

function unlessGone<T>(value: T): (cause: NodeJS.ErrnoException) => T {
  return (cause) => {
    if (cause.code === "ENOENT") return value;
    throw cause;
  };
}
