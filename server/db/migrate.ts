import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type pg from "pg";

/** Beside this file in the sources, and beside the bundle's chunks once built. */
const MIGRATIONS = new URL("./migrations/", import.meta.url);
/** Held while migrating, so that of servers starting together one does the work and the others wait for it. */
const MIGRATION_LOCK = 4_711_002;

interface Migration {
  version: number;
  name: string;
  checksum: string;
  sql: string;
}

interface Landed {
  version: number;
  name: string;
  checksum: string;
}

/**
 * Brings the database to the schema of `migrations/NNNN_name.sql`, each file in a transaction of its own. A schema
 * newer than we know is left alone: the previous release must go on working while the next is rolled out.
 *
 * @param directory only tests give another.
 * @throws an Error of one sentence when a landed file was changed or skipped, or when a file fails.
 */
export async function migrate(
  pool: pg.Pool,
  log: (line: string) => void,
  directory: URL = MIGRATIONS,
): Promise<void> {
  const migrations = await readMigrations(directory);
  const client = await pool.connect();
  // The connection is closed afterwards: that gives up the lock and the setting whatever happened.
  try {
    await client.query("set statement_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    await client.query(
      `create table if not exists schema_migrations (
         version integer primary key,
         name text not null,
         checksum text not null,
         applied_at timestamptz not null default now()
       )`,
    );
    const { rows } = await client.query<Landed>(
      "select version, name, checksum from schema_migrations order by version",
    );
    for (const migration of findPending(migrations, rows, log)) {
      await apply(client, migration);
      log(`Migrated the database: ${migration.name}`);
    }
  } finally {
    client.release(true);
  }
}

/** Which migrations this database still waits for; nothing is changed. Throws what `migrate` would. */
export async function findPendingMigrations(pool: pg.Pool, directory: URL = MIGRATIONS): Promise<string[]> {
  const { rows: found } = await pool.query("select to_regclass('schema_migrations') is not null as is_there");
  const isNew = found[0]?.is_there !== true;
  const { rows } = isNew
    ? { rows: [] }
    : await pool.query<Landed>("select version, name, checksum from schema_migrations order by version");
  return findPending(await readMigrations(directory), rows, () => undefined).map(({ name }) => name);
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
        throw new Error(`The migration ${name} must be named NNNN_name.sql.`);
      const sql = await readFile(new URL(name, directory), "utf8");
      // Line ends are Git's business: a checkout on Windows is the same migration.
      const checksum = createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex");
      return { version: Number(name.slice(0, 4)), name: name.slice(0, -4), checksum, sql };
    }),
  );
  for (const [index, { version, name }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version)
      throw new Error(`Two migrations have number ${version}: ${migrations[index - 1]?.name} and ${name}.`);
  }
  return migrations;
}

function findPending(
  migrations: Migration[],
  landed: Landed[],
  log: (line: string) => void,
): readonly Migration[] {
  const landedByVersion = new Map(landed.map((row) => [row.version, row]));
  const newestLanded = landed.at(-1)?.version ?? 0;
  for (const { version, name, checksum } of migrations) {
    const row = landedByVersion.get(version);
    if (row && row.checksum !== checksum)
      throw new Error(
        `The migration ${name} was changed after it had landed in this database: undo that and write a new one.`,
      );
    if (!row && version < newestLanded)
      throw new Error(
        `The migration ${name} never landed in this database, though later ones did: give it a higher number.`,
      );
  }
  const newestKnown = migrations.at(-1)?.version ?? 0;
  if (newestLanded > newestKnown)
    log(
      `The database's schema (${newestLanded}) is newer than this server knows (${newestKnown}); going on.`,
    );
  return migrations.filter(({ version }) => version > newestLanded);
}

async function apply(client: pg.PoolClient, { version, name, checksum, sql }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(sql);
    await client.query("insert into schema_migrations (version, name, checksum) values ($1, $2, $3)", [
      version,
      name,
      checksum,
    ]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback");
    throw new Error(`The migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}
