import { access, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { describeCommand, readWholeNumbers } from "../scripts/command-options.ts";
import { createDeps } from "../server/create-deps.ts";
import { jobHandlers } from "../server/job-handlers.ts";
import { readConfig } from "../server/kernel/config/config.ts";
import { startEmbeddedPostgres } from "../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import type { Deps } from "../server/kernel/deps.ts";
import { freePort, startServer, stopServer } from "../server/testing/processes.ts";
import { generate, generatePayoutDetails } from "./growth/generate.ts";
import { dataSize } from "./growth/history.ts";
import {
  findProblems,
  formatHead,
  formatRow,
  listDeskCalls,
  listMeasured,
  measureEntry,
  measurementSecret,
  type OpenSize,
  openSize,
} from "./growth/measure.ts";

/* Finds what slows down as history grows: fills one PostgreSQL with 1,000 and one with 1,000,000 bookings and all that
   belongs to them, and times the same calls and jobs over both in turn. Both have the same current work beside their
   history (`growth/history.ts`), so that first pages show equally many rows. A line is a problem if it
   fails, grows more than 1.5 times, scans a large table or returns more than 200 kB; then the run ends with code 1.
   A million bookings take about ten minutes to generate; generated data is of the day. */

const values = describeCommand("bench -- growth", "Finds calls and jobs that slow down as history grows.")
  .option("--sizes <bookings>", "two or more sizes, separated by commas", readWholeNumbers, [1000, 1_000_000])
  .option("--only <pattern>", "entries whose name matches this regular expression", "")
  .option("--start", "the time until a started server answers instead", false)
  .option("--data <folder>", "keeps the generated databases in this folder")
  .parse()
  .opts<{ sizes: number[]; only: string; start: boolean; data?: string }>();
const { sizes } = values;
const only = new RegExp(values.only);
const list = (deps: Deps) => [...listMeasured(deps), ...listDeskCalls()];
const settings = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_wal_size: "4GB",
  // It would vacuum what was just generated while it is measured, at the larger size only.
  autovacuum: "off",
};

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface OpenDatabase extends OpenSize {
  connectionString: string;
  dataDirectory: string;
  postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
}

/** Opens the database with so many bookings, and generates it if it is not there. */
async function openBookings(bookings: number, root: string): Promise<OpenDatabase> {
  const directory = join(root, String(bookings));
  // The folder of the server's files, whose disk the health page measures.
  await mkdir(join(directory, "app"), { recursive: true });
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => undefined, settings });
  try {
    const { connectionString } = postgres;
    const pool = new pg.Pool({ connectionString, max: 2 });
    await migrate(pool, () => undefined);
    const deps = await openDeps(connectionString, directory);
    await deps.jobs.prepare(jobHandlers(deps));
    const done = join(directory, "generated");
    if (!(await isThere(done))) {
      print(`generating ${bookings} bookings`);
      await generate(pool, dataSize(bookings), print);
      await generatePayoutDetails(deps);
      await writeFile(done, new Date().toISOString());
    }
    await deps.close();
    // The last measurement has written, too. Both sizes begin with current statistics and nothing left to write to disk.
    await pool.query("vacuum analyze");
    await pool.query("checkpoint");
    await pool.end();
    const database = { connectionString, dataDirectory: directory };
    return { ...(await openSize({ ...database, list })), ...database, postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

function openDeps(connectionString: string, directory: string): Promise<Deps> {
  return createDeps({
    config: readConfig({ GREENROOM_DATA: join(directory, "app"), GREENROOM_DEMO: "false" }),
    log: pino({ level: "silent" }),
    connectionString,
    secret: measurementSecret,
  });
}

async function isThere(file: string): Promise<boolean> {
  return await access(file).then(
    () => true,
    () => false,
  );
}

async function measureGrowth(databases: OpenDatabase[]): Promise<void> {
  print(`\n${formatHead(sizes)}`);
  const problems: string[] = [];
  for (const [index, { name }] of (databases[0]?.list ?? []).entries()) {
    if (!only.test(name)) continue;
    const ofSizes = await measureEntry(databases, index);
    problems.push(...findProblems(ofSizes));
    print(formatRow(ofSizes));
  }
  for (const problem of problems) print(problem);
  if (problems.length > 0) process.exitCode = 1;
}

const starts = 5;

/** The median time in milliseconds from the start of the built server to its first answer, as after a deploy. */
async function measureStart({ dataDirectory, connectionString }: OpenDatabase): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < starts; run += 1) {
    const startedAt = performance.now();
    const server = await startServer({
      dataDirectory,
      databaseUrl: connectionString,
      port: await freePort(),
    });
    times.push(performance.now() - startedAt);
    await stopServer(server);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(starts / 2)] ?? Number.NaN;
}

const root = values.data ?? (await mkdtemp(join(tmpdir(), "greenroom-growth-")));
await chmod(root, 0o755).catch(() => undefined); // The folder may not exist yet.
const databases: OpenDatabase[] = [];
try {
  for (const size of sizes) databases.push(await openBookings(size, root));
  if (values.start)
    for (const [index, database] of databases.entries())
      print(
        `${sizes[index]} bookings: ${(await measureStart(database)).toFixed(0)} ms until the first answer`,
      );
  else await measureGrowth(databases);
} finally {
  for (const { close, postgres } of databases) {
    await close();
    await postgres.stop();
  }
  if (values.data === undefined) await rm(root, { recursive: true, force: true });
}
