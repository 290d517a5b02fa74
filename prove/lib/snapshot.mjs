import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

/** Counters and traces of calls, which are nobody's data. */
const PASSING = new Set(["rate_limits", "schema_migrations"]);

/**
 * All rows of our own tables, the open jobs and the files, at one moment: `tables` has for each table its columns, and
 * its rows by primary key as JSON.
 */
export async function takeSnapshot(client, dataFolder) {
  await client.query("begin isolation level repeatable read read only");
  const { rows: tables } = await client.query(
    `select relation.relname as name,
       array(select attname::text from pg_attribute where attrelid = relation.oid and attnum = any(key.conkey)) as keys,
       array(select attname::text from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped) as columns
     from pg_class relation join pg_constraint key on key.conrelid = relation.oid and key.contype = 'p'
     where relation.relnamespace = 'public'::regnamespace order by 1`,
  );
  const snapshot = {
    tables: new Map(),
    openJobs: [],
    files: await hashFiles(path.join(dataFolder, "files")),
  };
  for (const { name, keys, columns } of tables) {
    if (PASSING.has(name)) continue;
    const { rows } = await client.query(`select to_jsonb(t) as row from "${name}" t`);
    snapshot.tables.set(name, {
      columns,
      rows: new Map(rows.map(({ row }) => [JSON.stringify(keys.map((key) => row[key])), row])),
    });
  }
  const { rows: jobs } = await client.query(
    `select id, name from pgboss.job where state <= 'active' and name not like '\\_\\_%'
       and name not in (select name from pgboss.schedule)`,
  );
  snapshot.openJobs = jobs;
  await client.query("commit");
  return snapshot;
}

async function hashFiles(folder) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const hash = async (file) =>
    createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
  return new Map(
    await Promise.all(files.map(async (file) => [path.relative(folder, file), await hash(file)])),
  );
}

/**
 * Compares two snapshots: the rows and files that the second one lacks, and how many rows differ in each
 * table.
 */
export function compareSnapshots(before, after) {
  const lost = [];
  const changed = new Map();
  let kept = 0;
  for (const [table, { columns, rows }] of before.tables) {
    for (const [key, row] of rows) {
      const now = after.tables.get(table)?.rows.get(key);
      if (now === undefined) lost.push(`${table} ${key}`);
      else if (columns.every((column) => JSON.stringify(now[column]) === JSON.stringify(row[column])))
        kept += 1;
      else changed.set(table, (changed.get(table) ?? 0) + 1);
    }
  }
  for (const [name, hash] of before.files) {
    if (after.files.get(name) !== hash) lost.push(`file ${name}`);
  }
  return { lost, changed, kept };
}
