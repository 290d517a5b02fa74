import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { build, findStale } from "./lib-build.mjs";
import { book, bookContinuously, checkRecords, operator, signIn, startServer } from "./lib-drill.mjs";
import { prepare } from "./lib-prepare.mjs";
import { capture, PlainFailure, runScript, step, withLock } from "./lib-steps.mjs";

/* `npm run drill -- restore`: backs up a server with demo data while it takes bookings and starts the copy.
   People sign in to the copy and find their data, and `verify` checks every invariant. It uses the built
   product in separate processes and temporary folders; with `-- --database postgres://…` it uses pg_dump
   and pg_restore, between two databases that it creates on that server and drops again. It does not touch
   your data. */
await runScript(async () => {
  await prepare({ built: false });
  // The drill only needs the API.
  await withLock(async () => {
    if ((await findStale()).includes("server")) await build(["server"]);
  });
  const { database } = parseArgs({ options: { database: { type: "string" } } }).values;
  const folder = await mkdtemp(path.join(os.tmpdir(), "greenroom-drill-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(folder, 0o755);
  const closing = [() => rm(folder, { recursive: true, force: true })];
  try {
    const way = database === undefined ? embedded(folder) : await ownDatabase(folder, database, closing);
    await runDrill(way, closing);
  } finally {
    for (const close of closing.reverse()) await close();
  }
});

/**
 * `before` and `after` are settings; `copy` creates the second server's data from the first, while the first is
 * running.
 */
async function runDrill({ before, after, copy }, closing) {
  const servers = [];
  closing.push(async () => {
    for (const server of servers) await server.stop();
  });
  const first = await step("Starting a server with demo data", () => startServer(before, servers));
  const person = await signIn(first);
  const booked = await book(first, person);
  const load = bookContinuously(first, person);
  let during = 0;
  try {
    await step("Backing it up while it takes bookings", copy);
  } finally {
    during = await load.stop();
  }
  await first.stop();

  const second = await step("Starting a server on the backup", () => startServer(after, servers));
  const found = await step("Looking for what was there", () => checkRecords(second, person, booked));
  const checks = JSON.parse(await operator(after, "verify", "--json"));
  await second.stop();

  for (const { holds } of checks) process.stdout.write(`  holds: ${holds}\n`);
  process.stdout.write(
    `\nRestored: ${found} bookings of one person, ${during} changes made during the backup, ${checks.length} of ${checks.length} checks hold.\n`,
  );
}

/** The embedded database: `operator backup` creates a data folder that a server can start on. */
function embedded(folder) {
  const [first, second] = ["first", "backup"].map((name) => path.join(folder, name));
  const before = { GREENROOM_DATA: first };
  return { before, after: { GREENROOM_DATA: second }, copy: () => operator(before, "backup", second) };
}

/** A separate PostgreSQL, with its own tools, as docs/operating.md describes. */
async function ownDatabase(folder, url, closing) {
  const [first, second] = await Promise.all(
    ["first", "restored"].map(async (name) => {
      const database = `greenroom_drill_${name}_${process.pid}`;
      await run(url, `create database ${database}`);
      closing.push(() => run(url, `drop database if exists ${database} with (force)`));
      const own = new URL(url);
      own.pathname = `/${database}`;
      return { DATABASE_URL: own.href, GREENROOM_DATA: path.join(folder, name) };
    }),
  );
  const dump = path.join(folder, "greenroom.dump");
  return {
    before: first,
    after: second,
    async copy() {
      await tool("pg_dump", "--format=custom", `--file=${dump}`, first.DATABASE_URL);
      await mkdir(second.GREENROOM_DATA);
      // Copied after the database, because files are stored before the rows that refer to them.
      for (const name of ["files", "secret"]) {
        await cp(path.join(first.GREENROOM_DATA, name), path.join(second.GREENROOM_DATA, name), {
          recursive: true,
        });
      }
      await tool("pg_restore", "--no-owner", "--exit-on-error", `--dbname=${second.DATABASE_URL}`, dump);
    },
  };
}

async function run(url, statement) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function tool(name, ...args) {
  const { code, output } = await capture(name, args).catch((cause) => {
    throw new PlainFailure(
      `${name} cannot be started: ${cause.message}. docs/operating.md says which to install.`,
    );
  });
  if (code !== 0) throw new PlainFailure(`${name} ended with ${code}: ${output.trim()}`);
}
