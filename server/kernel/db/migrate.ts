import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { isRetryable } from "./transaction.ts";

/** Where a schema's files are. */
export interface SchemaFiles {
  /** `NNNN_name.sql`, each of which changes the schema that the one before left. */
  migrations: URL;
  /** What a new database gets at once. Null: it starts empty, and runs every migration. */
  baseline: Baseline | null;
}

interface Baseline {
  folder: URL;
  /** One file each, in the order in which they build on each other. */
  areas: readonly string[];
  /** The number of the last migration whose change the files contain. */
  version: number;
  /** The oldest schema that the migrations can change. */
  oldest: { version: number; release: string };
}

/** Beside this file in the sources, and beside the bundle's chunks once built. */
const SCHEMA: SchemaFiles = {
  migrations: new URL("./migrations/", import.meta.url),
  baseline: {
    folder: new URL("./schema/", import.meta.url),
    areas: ["kernel", "people", "money", "schedule", "room", "review", "practice", "site", "desk"],
    version: 193,
    oldest: { version: 164, release: "6b64bc83" },
  },
};
/** Held while migrating. When several servers start together, one migrates and the others wait. */
const MIGRATION_LOCK = 4_711_002;
/** PostgreSQL's code of a statement that waited for a lock longer than `lock_timeout`. */
const LOCK_NOT_AVAILABLE = "55P03";

/** How a migration waits for the locks of its tables. */
interface LockWaits {
  /**
   * All later statements on a table wait behind a migration that waits for it, even those that only read. So it gives up
   * soon and lets them run before it tries again.
   */
  waitMilliseconds: number;
  pauseMilliseconds: number;
  /** After that, the start fails. Only a `pg_dump`, a check or a slow download of all rows holds a table for so long. */
  attempts: number;
}
const LOCK_WAITS: LockWaits = { waitMilliseconds: 2_000, pauseMilliseconds: 5_000, attempts: 40 };

interface Migration {
  version: number;
  name: string;
  checksum: string;
  sql: string;
}

interface AppliedMigration {
  version: number;
  name: string;
  checksum: string;
}

/**
 * Creates the schema of a new database from the baseline, or migrates that of an existing one, with one transaction per
 * file. A newer schema is left alone, because the previous release must keep working while the next one is rolled out.
 *
 * @param files and `lockWaits` for tests only.
 * @param signal ends the migration before the next file, with its reason.
 * @throws an Error of one sentence when the schema is too old, when an applied file was changed or skipped, or when a
 *   file fails.
 */
export async function migrate(
  pool: pg.Pool,
  log: (line: string) => void,
  {
    files = SCHEMA,
    lockWaits = LOCK_WAITS,
    signal,
  }: { files?: SchemaFiles; lockWaits?: LockWaits; signal?: AbortSignal } = {},
): Promise<void> {
  const migrations = await readMigrations(files.migrations);
  const client = await pool.connect();
  // Closing the connection releases the lock and the setting, whatever happened.
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
    let applied = await readApplied(client);
    if (applied.length === 0 && files.baseline !== null) {
      await createSchema(client, files.baseline, migrations);
      log("Creating the database… done");
      applied = await readApplied(client);
    }
    for (const migration of findPending(migrations, applied, files.baseline, log)) {
      signal?.throwIfAborted();
      await applyMigration(client, migration, { log, lockWaits, signal });
      log(`Migrated the database: ${migration.name}`);
    }
  } finally {
    client.release(true);
  }
}

async function readApplied(client: pg.PoolClient | pg.Pool): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    "select version, name, checksum from schema_migrations order by version",
  );
  return rows;
}

/** Runs the baseline's files in one transaction, and records the migrations that they contain. */
async function createSchema(
  client: pg.PoolClient,
  { folder, areas, version }: Baseline,
  migrations: Migration[],
): Promise<void> {
  await client.query("begin");
  for (const area of areas) await client.query(await readFile(new URL(`${area}.sql`, folder), "utf8"));
  for (const migration of migrations.filter((each) => each.version <= version))
    await recordMigration(client, migration);
  await client.query("commit");
}

/** The migrations that this database still needs, or null for a new one. Throws the same errors as `migrate`. */
export async function findPendingMigrations(pool: pg.Pool): Promise<string[] | null> {
  const { rows } = await pool.query("select to_regclass('schema_migrations') is not null as is_there");
  if (rows[0]?.is_there !== true) return null;
  const applied = await readApplied(pool);
  const migrations = await readMigrations(SCHEMA.migrations);
  return findPending(migrations, applied, SCHEMA.baseline, () => undefined).map(({ name }) => name);
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();
  const migrations = await Promise.all(
    names.map(async (name) => {
      if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
        throw new Error(`The migration ${name} must be named NNNN_name.sql.`);
      const sql = await readFile(new URL(name, directory), "utf8");
      // Git may change line endings: a checkout on Windows must count as the same migration.
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
  applied: AppliedMigration[],
  baseline: Baseline | null,
  log: (line: string) => void,
): readonly Migration[] {
  const appliedByVersion = new Map(applied.map((row) => [row.version, row]));
  const newestApplied = applied.at(-1)?.version ?? 0;
  if (baseline !== null && newestApplied > 0 && newestApplied < baseline.oldest.version)
    throw new Error(
      `The database's schema (${newestApplied}) is too old for this version: start version ${baseline.oldest.release} on it once, then this one.`,
    );
  for (const { version, name, checksum } of migrations) {
    const row = appliedByVersion.get(version);
    if (row && row.checksum !== checksum)
      throw new Error(
        `The migration ${name} was changed after it was applied to this database: undo that and write a new one.`,
      );
    if (!row && version < newestApplied)
      throw new Error(
        `The migration ${name} was never applied to this database, but later ones were: give it a higher number.`,
      );
  }
  const newestKnown = migrations.at(-1)?.version ?? 0;
  if (newestApplied > newestKnown)
    log(
      `The database's schema (${newestApplied}) is newer than this server knows (${newestKnown}); continuing.`,
    );
  return migrations.filter(({ version }) => version > newestApplied);
}

interface Applying {
  log: (line: string) => void;
  lockWaits: LockWaits;
  signal: AbortSignal | undefined;
}

/**
 * Running servers lock the tables of a file in another order, so it may deadlock with them. PostgreSQL then rolls it
 * back, and it runs again, as it does after it waited too long for a lock.
 */
async function applyMigration(
  client: pg.PoolClient,
  migration: Migration,
  { log, lockWaits: { waitMilliseconds, pauseMilliseconds, attempts }, signal }: Applying,
): Promise<void> {
  await client.query("select set_config('lock_timeout', $1, false)", [String(waitMilliseconds)]);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query("begin");
      await client.query(migration.sql);
      await recordMigration(client, migration);
      await client.query("commit");
      return;
    } catch (cause) {
      await client.query("rollback");
      signal?.throwIfAborted();
      const isLocked = cause instanceof pg.DatabaseError && cause.code === LOCK_NOT_AVAILABLE;
      if (!(isLocked || isRetryable(cause)) || attempt === attempts) {
        const hint = isLocked ? ". Find the transaction that uses its tables in pg_stat_activity" : "";
        throw new Error(`The migration ${migration.name} failed: ${(cause as Error).message}${hint}.`, {
          cause,
        });
      }
      log(`The migration ${migration.name} waits for a transaction that uses its tables, and tries again.`);
      await sleep(pauseMilliseconds, undefined, { signal });
    }
  }
}

async function recordMigration(client: pg.PoolClient, { version, name, checksum }: Migration): Promise<void> {
  await client.query("insert into schema_migrations (version, name, checksum) values ($1, $2, $3)", [
    version,
    name,
    checksum,
  ]);
}
