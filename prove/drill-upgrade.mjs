import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { describeCommand } from "../scripts/command-options.ts";
import {
  book,
  bookContinuously,
  checkRecords,
  expectThat,
  operator,
  signIn,
  startServer,
} from "../scripts/lib-drill.mjs";
import { PlainFailure, ROOT, runScript, step } from "../scripts/lib-steps.mjs";
import { startEmbeddedPostgres } from "../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { withDatabase } from "../server/testing/postgres.ts";

/* `npm run drill -- upgrade`: starts an older server (`-- --from <commit>`) with people, bookings and files. This tree's
   server then takes over its data folder while the older one keeps answering. The drill does not touch your data. */

const run = promisify(execFile);
const OLDEST = "6b64bc83";
/** Tables whose rows are deleted on the way: counters, and bookings once their meeting exists. */
const MAY_SHRINK = new Set(["rate_limits", "bookings_without_meeting"]);

await runScript(async () => {
  const { from } = describeCommand(
    "drill -- upgrade",
    "Takes over an older server's data while that server answers.",
  )
    .option("--from <commit>", "the older server", OLDEST)
    .parse()
    .opts();
  const folder = await mkdtemp(path.join(os.tmpdir(), "greenroom-upgrade-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const closing = [() => rm(folder, { recursive: true, force: true })];
  try {
    await upgrade({ from, folder, closing });
  } finally {
    for (const close of closing.reverse()) await close();
  }
});

/** The tree of a commit with its own packages, and our `tsx` to run it. */
async function extract(commit, target) {
  const archive = `${target}.tar`;
  await run("git", ["archive", `--output=${archive}`, commit], { cwd: ROOT }).catch(() => {
    throw new PlainFailure(`The commit ${commit} is not in this clone: fetch its history first.`);
  });
  await mkdir(target);
  await run("tar", ["-xf", archive, "-C", target]);
  // Not "ci": the lock of an older commit can lack packages of other systems, which newer versions of npm refuse.
  const options = ["--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", ...options], { cwd: target });
  await symlink(path.join(ROOT, "node_modules/tsx"), path.join(target, "node_modules/tsx"));
  return { cwd: target, args: ["--import", "tsx", "server/main.ts"] };
}

async function upgrade({ from, folder, closing }) {
  const servers = [];
  closing.push(async () => {
    for (const server of servers) await server.stop();
  });
  const older = await step(`Extracting and installing ${from}`, () =>
    extract(from, path.join(folder, "older")),
  );
  const settings = {
    GREENROOM_DATA: path.join(folder, "data"),
    GREENROOM_RATE_LIMIT_FACTOR: "1000",
  };
  const old = await step(`Starting ${from} with demo data`, () => startServer(settings, servers, older));
  const person = await signIn(old);
  const booked = await book(old, person);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: settings.GREENROOM_DATA,
    log: () => undefined,
  });
  closing.push(() => postgres.stop());
  const client = new pg.Client({ connectionString: postgres.connectionString });
  await client.connect();
  closing.push(() => client.end());
  const before = await countRows(client);

  const load = bookContinuously(old, person);
  let during = 0;
  let next;
  try {
    next = await step("Starting this tree's server beside it", () => startServer(settings, servers));
    await sleep(3000);
  } finally {
    during = await load.stop();
  }
  expectThat(during > 0, "the older server took bookings during the upgrade");
  const after = await countRows(client);
  const smaller = [...before].filter(
    ([table, rows]) => (after.get(table) ?? 0) < rows && !MAY_SHRINK.has(table),
  );
  expectThat(smaller.length === 0, `no row is lost (${smaller.map(([table]) => table).join(", ")})`);
  await step("Comparing its schema with a new database's", () =>
    compareSchemas(client, postgres.connectionString),
  );

  await step("Using both", async () => {
    await checkRecords(next, person, booked);
    for (const server of [old, next]) {
      const use = bookContinuously(server, await signIn(server));
      await sleep(2000);
      expectThat((await use.stop()) > 0, "both servers take bookings on the new schema");
    }
  });
  const checks = JSON.parse(await operator(settings, "verify", "--json"));
  const violated = checks.filter(({ broken }) => broken > 0);
  expectThat(violated.length === 0, violated.map(({ holds }) => holds).join("; "));
  process.stdout.write(
    `Upgraded from ${from}: no row of ${before.size} tables is lost; ${during} changes through the older server meanwhile; ${checks.length} of ${checks.length} checks hold.\n`,
  );
}

/** The number of rows of each of our tables. */
async function countRows(client) {
  const { rows: tables } = await client.query(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations'",
  );
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as rows from "${name}"`);
  const { rows } = await client.query(counts.join(" union all "));
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

/** A database that was taken over has the schema of a new one. */
async function compareSchemas(client, connectionString) {
  await client.query("create database greenroom_new");
  const pool = new pg.Pool({ connectionString: withDatabase(connectionString, "greenroom_new"), max: 1 });
  await migrate(pool, () => undefined);
  const created = await describeSchema(pool);
  await pool.end();
  const upgraded = await describeSchema(client);
  const different = [
    ...[...created].filter((line) => !upgraded.has(line)).map((line) => `only new: ${line}`),
    ...[...upgraded].filter((line) => !created.has(line)).map((line) => `only upgraded: ${line}`),
  ];
  expectThat(different.length === 0, different.slice(0, 5).join("; "));
}

/** Each column, constraint, index, trigger and function of our schemas as a line. */
async function describeSchema(client) {
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
