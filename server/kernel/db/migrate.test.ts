import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { migrate, type SchemaFiles } from "./migrate.ts";

let database: TestDatabase;
let pool: pg.Pool;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.connectionString });
  // The test database already has the real schema; these tests start from an empty one.
  await pool.query("drop schema public cascade; create schema public");
  folder = await mkdtemp(path.join(os.tmpdir(), "greenroom-migrations-"));
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const files = (): SchemaFiles => ({ migrations: pathToFileURL(`${folder}/`), baseline: null });
const write = (name: string, sql: string) => writeFile(path.join(folder, name), sql);

async function run(on = pool, options: Parameters<typeof migrate>[2] = {}): Promise<string[]> {
  const lines: string[] = [];
  await migrate(on, (line) => lines.push(line), { files: files(), ...options });
  return lines;
}

/** Five servers that start together. */
async function runTogether(options: Parameters<typeof migrate>[2] = {}): Promise<string[]> {
  const pools = Array.from({ length: 5 }, () => new pg.Pool({ connectionString: database.connectionString }));
  const lines = await Promise.all(pools.map((each) => run(each, options)));
  await Promise.all(pools.map((each) => each.end()));
  return lines.flat();
}

/** Waits until a lock that fulfills the condition is waited for. */
async function untilWaiting(condition: string): Promise<void> {
  for (let waiting = 0; waiting === 0; ) {
    const { rows } = await pool.query(
      `select count(*)::int as n from pg_locks where not granted and ${condition}`,
    );
    waiting = rows[0].n;
  }
}

async function landed(): Promise<string[]> {
  const { rows } = await pool.query("select name from schema_migrations order by version");
  return rows.map((row) => row.name);
}

test("runs the files in order, each once", async () => {
  await write("0002_add_rows.sql", "insert into numbers values (1); insert into numbers values (2);");
  await write("0001_numbers.sql", "create table numbers (n integer);");
  expect(await run()).toEqual([
    "Migrated the database: 0001_numbers",
    "Migrated the database: 0002_add_rows",
  ]);
  expect(await run()).toEqual([]);
  expect((await pool.query("select count(*)::int as n from numbers")).rows).toEqual([{ n: 2 }]);
});

test("servers that start together run each file once", async () => {
  await write("0001_numbers.sql", "create table numbers (n integer); select pg_sleep(0.1);");
  expect(await runTogether()).toEqual(["Migrated the database: 0001_numbers"]);
});

test("a file that fails leaves no trace, and earlier files stay applied", async () => {
  await write("0001_numbers.sql", "create table numbers (n integer);");
  await write("0002_broken.sql", "create table half (n integer); select nonsense;");
  await expect(run()).rejects.toThrow("The migration 0002_broken failed");
  expect(await landed()).toEqual(["0001_numbers"]);
  expect((await pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
});

test("refuses an applied file that was changed, and ignores line endings", async () => {
  await write("0001_numbers.sql", "create table numbers (n integer);\n");
  await run();
  await write("0001_numbers.sql", "create table numbers (n integer);\r\n");
  await run();
  await write("0001_numbers.sql", "create table numbers (n bigint);\n");
  await expect(run()).rejects.toThrow("0001_numbers was changed after it was applied");
});

test("an older server keeps working with a newer schema", async () => {
  await write("0001_numbers.sql", "create table numbers (n integer);");
  await write("0002_more.sql", "create table more (n integer);");
  await run();
  await rm(path.join(folder, "0002_more.sql"));
  expect(await run()).toEqual(["The database's schema (2) is newer than this server knows (1); continuing."]);
});

test("refuses a file whose number is below that of an applied one", async () => {
  await write("0002_more.sql", "create table more (n integer);");
  await run();
  await write("0001_numbers.sql", "create table numbers (n integer);");
  await expect(run()).rejects.toThrow("0001_numbers was never applied");
});

test("refuses two files with one number", async () => {
  await write("0001_one.sql", "select 1;");
  await write("0001_two.sql", "select 1;");
  await expect(run()).rejects.toThrow("Two migrations have number 1");
});

test("a file that deadlocks with people's writes runs again", async () => {
  await write("0001_tables.sql", "create table slots (n integer); create table entries (n integer);");
  await run();
  const watch = (table: string) =>
    `create trigger ${table}_watched after update on ${table} for each row execute function watch();`;
  await write(
    "0002_triggers.sql",
    `create function watch() returns trigger language plpgsql as 'begin return null; end';
     ${watch("slots")} ${watch("entries")}`,
  );
  const writer = await pool.connect();
  // PostgreSQL ends the transaction that first looks for a deadlock, so it must be the migration's.
  await writer.query("set deadlock_timeout = '1min'");
  await writer.query("begin");
  await writer.query("insert into entries values (1)");
  const migrated = run(pool, { lockWaits: { ...shortWaits, waitMilliseconds: 60_000 } });
  migrated.catch(() => undefined);
  await untilWaiting("relation = 'entries'::regclass");
  await writer.query("insert into slots values (1)");
  await writer.query("commit");
  writer.release();
  expect((await migrated).at(-1)).toBe("Migrated the database: 0002_triggers");
});

const shortWaits = { waitMilliseconds: 50, pauseMilliseconds: 10, attempts: 1_000 };
const waitsForTable =
  "The migration 0002_more waits for a transaction that uses its tables, and tries again.";

/** Runs `work` while a transaction that began before and has read the table is open. */
async function whileReading(work: (end: () => Promise<void>) => Promise<void>): Promise<void> {
  const reader = await pool.connect();
  try {
    await reader.query("begin isolation level repeatable read");
    await reader.query("select from numbers");
    await work(async () => void (await reader.query("commit")));
  } finally {
    reader.release(true);
  }
}

test("a file that waits for a long reader lets others read meanwhile, and runs once the reader has ended", async () => {
  await write("0001_numbers.sql", "create table numbers (n integer);");
  await run();
  await write("0002_more.sql", "alter table numbers add column more integer;");
  await whileReading(async (end) => {
    const lines: string[] = [];
    let migrated: Promise<void> = Promise.resolve();
    await new Promise<void>((stoppedWaiting) => {
      const log = (line: string) => {
        lines.push(line);
        stoppedWaiting();
      };
      migrated = migrate(pool, log, { files: files(), lockWaits: shortWaits });
    });
    expect((await pool.query("select n from numbers")).rows).toEqual([]);
    expect(await landed()).toEqual(["0001_numbers"]);
    await end();
    await migrated;
    expect(lines[0]).toBe(waitsForTable);
    expect(lines.at(-1)).toBe("Migrated the database: 0002_more");
  });
});

test("a file that never gets its table fails with what to do", async () => {
  await write("0001_numbers.sql", "create table numbers (n integer);");
  await run();
  await write("0002_more.sql", "alter table numbers add column more integer;");
  await whileReading(async () => {
    await expect(run(pool, { lockWaits: { ...shortWaits, attempts: 2 } })).rejects.toThrow(
      /^The migration 0002_more failed: .+ in pg_stat_activity\.$/,
    );
  });
  expect(await landed()).toEqual(["0001_numbers"]);
});

/** A baseline of two areas that contains the migrations up to 0165. */
async function writeBaseline(): Promise<SchemaFiles> {
  await mkdir(path.join(folder, "schema"));
  await write("schema/people.sql", "create table people (id integer primary key, name text);");
  await write("schema/money.sql", "create table orders (person integer references people);");
  await write("0165_names.sql", "alter table people add name text;");
  await write("0166_amounts.sql", "alter table orders add amount integer;");
  return {
    migrations: pathToFileURL(`${folder}/`),
    baseline: {
      folder: pathToFileURL(`${folder}/schema/`),
      areas: ["people", "money"],
      version: 165,
      oldest: { version: 164, release: "6b64bc83" },
    },
  };
}

test("a new database gets the whole schema at once, then the later migrations", async () => {
  const baseline = await writeBaseline();
  expect(await run(pool, { files: baseline })).toEqual([
    "Creating the database… done",
    "Migrated the database: 0166_amounts",
  ]);
  expect(await landed()).toEqual(["0165_names", "0166_amounts"]);
  await pool.query("select name, amount from people join orders on person = id");
  expect(await run(pool, { files: baseline })).toEqual([]);
});

test("servers that start together create a new database once", async () => {
  const baseline = await writeBaseline();
  expect(await runTogether({ files: baseline })).toHaveLength(2);
});

test("a new database whose schema fails stays empty", async () => {
  const baseline = await writeBaseline();
  await write("schema/money.sql", "create table orders (person integer references nobody);");
  await expect(run(pool, { files: baseline })).rejects.toThrow('relation "nobody" does not exist');
  expect((await pool.query("select to_regclass('people') as people")).rows).toEqual([{ people: null }]);
});

test("an existing database is migrated from the oldest schema that we take over", async () => {
  await write(
    "0164_people.sql",
    "create table people (id integer primary key); create table orders (person integer);",
  );
  await run();
  await rm(path.join(folder, "0164_people.sql"));
  expect(await run(pool, { files: await writeBaseline() })).toEqual([
    "Migrated the database: 0165_names",
    "Migrated the database: 0166_amounts",
  ]);
});

test("a database that is too old names the version to start first", async () => {
  await write("0163_people.sql", "create table people (id integer primary key);");
  await run();
  await rm(path.join(folder, "0163_people.sql"));
  await expect(run(pool, { files: await writeBaseline() })).rejects.toThrow(
    "The database's schema (163) is too old for this version: start version 6b64bc83 on it once, then this one.",
  );
  expect(await landed()).toEqual(["0163_people"]);
});
