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

/** Each column, constraint, index, trigger and function of our schemas as a line. */
export async function describeSchema(client) {
  const ours = "::regnamespace::text in ('public', 'sandbox')";
  const { rows } = await client.query(
    `select relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || attidentity::text
         || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') as line
       from pg_class c join pg_attribute a on attrelid = c.oid and attnum > 0 and not attisdropped
         left join pg_attrdef on adrelid = c.oid and adnum = attnum
       where relkind = 'r' and relnamespace${ours}
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where contype in ('p', 'u', 'f', 'c', 'x') and connamespace${ours}
     union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indrelid where relnamespace${ours}
     union all select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
       where not tgisinternal and relnamespace${ours}
     union all select pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = prolang
       where lanname <> 'c' and pronamespace${ours}`,
  );
  // PostgreSQL may nest the same condition in more parentheses.
  return new Set(rows.map(({ line }) => line.replace(/[()]/g, "")));
}
