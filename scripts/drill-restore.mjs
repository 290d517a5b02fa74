import { chmod, cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { build, findStale } from "./lib-build.mjs";
import { book, keepBooking, lookAround, operator, signIn, startServer, stopServer } from "./lib-drill.mjs";
import { withLock } from "./lib-lock.mjs";
import { prepare } from "./lib-prepare.mjs";
import { capture, PlainFailure, runScript, step } from "./lib-steps.mjs";

/*
 * `npm run drill:restore`: a server with demo data takes bookings while it is backed up; the copy is started, people sign
 * in to it and find what they had, and `verify` goes through all that must hold. With the built product, in processes of its
 * own, on throwaway folders; with `-- --database postgres://…` by pg_dump and pg_restore, between two databases that are made
 * on that server and dropped again. It touches no data of yours.
 */
await runScript(async () => {
  await prepare({ built: false });
  // The API is all that the drill needs of the product.
  await withLock(async () => {
    if ((await findStale()).includes("server")) await build(["server"]);
  });
  const { database } = parseArgs({ options: { database: { type: "string" } } }).values;
  const folder = await mkdtemp(path.join(os.tmpdir(), "greenroom-drill-"));
  await chmod(folder, 0o755); // Run by root, PostgreSQL has an account of its own, which must get in.
  const closing = [() => rm(folder, { recursive: true, force: true })];
  try {
    const way = database === undefined ? embedded(folder) : await ownDatabase(folder, database, closing);
    await practise(way, closing);
  } finally {
    for (const close of closing.reverse()) await close();
  }
});

/** `before` and `after` are settings; `copy` makes what the second needs from the first, while that is running. */
async function practise({ before, after, copy }, closing) {
  const servers = [];
  closing.push(async () => {
    for (const server of servers) await stopServer(server);
  });
  const first = await step("Starting a server with demo data", () => startServer(before, servers));
  const person = await signIn(first);
  const booked = await book(first, person);
  const rush = keepBooking(first, person);
  let during = 0;
  try {
    await step("Backing it up while it takes bookings", copy);
  } finally {
    during = await rush.stop();
  }
  await stopServer(first);

  const second = await step("Starting a server on the backup", () => startServer(after, servers));
  const found = await step("Looking for what was there", () => lookAround(second, person, booked));
  const checks = JSON.parse(await operator(after, "verify", "--json"));
  await stopServer(second);

  for (const { holds } of checks) process.stdout.write(`  holds: ${holds}\n`);
  process.stdout.write(
    `\nRestored: ${found} bookings of one person, ${during} changes made during the backup, ${checks.length} of ${checks.length} checks hold.\n`,
  );
}

/** The embedded database: `operator backup` makes a data folder that starts by itself. */
function embedded(folder) {
  const [first, second] = ["first", "backup"].map((name) => path.join(folder, name));
  const before = { GREENROOM_DATA: first };
  return { before, after: { GREENROOM_DATA: second }, copy: () => operator(before, "backup", second) };
}

/** A PostgreSQL of one's own, by its own tools, as docs/operating.md says. */
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
      // After the database: what it refers to was stored before it was written down.
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
