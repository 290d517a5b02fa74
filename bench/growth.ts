import { access, chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import { describeCommand, readWholeNumbers } from "../scripts/command-options.ts";
import { readConfig } from "../server/config/config.ts";
import { createDeps } from "../server/create-deps.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import type { Deps } from "../server/deps.ts";
import { jobHandlers } from "../server/jobs/handlers.ts";
import { dataSize } from "./growth/data-size.ts";
import { listDeskCalls } from "./growth/desk-calls.ts";
import { measureAllEndpoints } from "./growth/endpoints/measure-all.ts";
import { findProblems, formatHead, formatRow } from "./growth/format-growth.ts";
import { generate } from "./growth/generate.ts";
import { generatePayoutDetails } from "./growth/generate-payout-details.ts";
import { type Measurement, measureEntry, type OpenSize, openSize } from "./growth/measure-size.ts";
import { measureStart } from "./growth/measure-start.ts";
import { listMeasured } from "./growth/measured.ts";
import { measurementSecret } from "./growth/measurement-secret.ts";

/* Finds what slows down as history grows: the same calls, jobs and commands over few and over many bookings.
   `npm run bench:growth`; with `-- --desk` for the operator's desk, with `-- --endpoints` for every operation of the
   contract, with `-- --start` for the time until a started server answers, or with
   `-- --sizes 1000,100000 --only slots --data /tmp/growth` (a folder that keeps the generated databases). */

const standardSizes = [1000, 1_000_000];

const values = describeCommand(
  "bench:growth",
  "Finds calls, jobs and commands that slow down as history grows.",
)
  .option("--sizes <bookings>", "two or more sizes, separated by commas", readWholeNumbers, standardSizes)
  .option("--only <pattern>", "entries whose name matches this regular expression", "")
  .option("--desk", "the operator's desk", false)
  .option("--endpoints", "every operation of the contract and every job", false)
  .option("--start", "the time until a started server answers", false)
  .option("--data <folder>", "keeps the generated databases in this folder")
  .parse()
  .opts<{
    sizes: number[];
    only: string;
    desk: boolean;
    endpoints: boolean;
    start: boolean;
    data?: string;
  }>();
const { sizes } = values;
const list = values.desk ? listDeskCalls : listMeasured;
const only = new RegExp(values.only);
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
  const results: Measurement[][] = [];
  for (const [index, { name }] of (databases[0]?.list ?? []).entries()) {
    if (!only.test(name)) continue;
    const ofSizes = await measureEntry(databases, index);
    results.push(ofSizes);
    print(formatRow(ofSizes));
  }
  await writeReport(values.desk ? "desk.json" : "growth.json", { results }, results.flatMap(findProblems));
}

async function measureEndpoints(databases: OpenDatabase[]): Promise<void> {
  const { report, problems } = await measureAllEndpoints({ databases, sizes, only, print });
  await writeReport("endpoints.json", report, problems);
}

async function writeReport(name: string, report: object, problems: string[]): Promise<void> {
  for (const problem of problems) print(problem);
  if (problems.length > 0) process.exitCode = 1;
  // The kept results are whole runs at the sizes that are promised.
  if (values.only !== "" || sizes.join() !== standardSizes.join()) return;
  const folder = join(import.meta.dirname, "results");
  await mkdir(folder, { recursive: true });
  const content = { measuredAt: new Date().toISOString(), sizes, ...report };
  await writeFile(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
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
  else if (values.endpoints) await measureEndpoints(databases);
  else await measureGrowth(databases);
} finally {
  for (const { close, postgres } of databases) {
    await close();
    await postgres.stop();
  }
  if (values.data === undefined) await rm(root, { recursive: true, force: true });
}
