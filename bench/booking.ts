import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describeCommand } from "../scripts/command-options.ts";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { bookingRequest, listRequest, waitUntilAnnounced } from "./booking-load.ts";
import { type CpuTimes, readCpu, readMemory } from "./cpu.ts";
import { httpRequest, type LoadResult, measure, sendAtOnce } from "./load.ts";
import { type Seed, seed } from "./seed.ts";
import { startServer, stopServer } from "./serve.ts";

/* Measures lists of slots and bookings per second, over real HTTP on loopback, with the server, its database (fsync
   on) and the load on one machine; and many clients competing for one slot. `npm run bench:booking`. */

const { built } = describeCommand(
  "bench:booking",
  "Measures lists and bookings over HTTP, and a race for one slot.",
)
  .option("--built", "measures the built server, not the sources", false)
  .parse()
  .opts<{ built: boolean }>();
const port = 3900;
const connections = 64;
const seedSizes = { interviewers: 256, interviewees: 512, hours: 160, listed: 100, credits: 160 };
const raceRounds = 20;
const bookingSeconds = 8;
/** Bookings before the measured ones. We wait until they are announced, so that this work is not measured. */
const warmUp = 2000;

async function measureLists(seeded: Seed): Promise<LoadResult> {
  const request = (index: number) => listRequest(seeded, index);
  return await measure({ port, connections, requests: 200_000, seconds: 8, request });
}

async function measureBookings(seeded: Seed): Promise<LoadResult> {
  const request = bookingRequest(seeded);
  const requests = (seedSizes.hours - raceRounds) * seeded.interviewers.length - warmUp - connections;
  return await measure({
    port,
    connections,
    requests,
    seconds: bookingSeconds,
    request: (index) => request(index + warmUp),
  });
}

/** Measures the time until each booking is announced: its meeting exists and both mails were sent. */
async function reportAnnounced(
  pool: pg.Pool,
  pids: Parameters<typeof readCpu>[0],
  directory: string,
  run: () => Promise<LoadResult>,
): Promise<void> {
  const before = await readCpu(pids);
  const start = performance.now();
  const { statuses, seconds } = await run();
  const booked = statuses.get(201) ?? 0;
  await waitUntilAnnounced(pool);
  const total = (performance.now() - start) / 1000;
  const after = await readCpu(pids);
  const mails = (await readdir(join(directory, "mail"))).length;
  print(
    `${"bookings, announced".padEnd(24)}${(booked / total).toFixed(0).padStart(8)}/s  ${booked} announced ${total.toFixed(1)} s after the first, ${(total - seconds).toFixed(1)} s after the last (${mails} mails so far)`,
  );
  if (before === null || after === null) return;
  const each = (part: keyof CpuTimes) => ((after[part] - before[part]) / booked).toFixed(2);
  print(
    `${"".padEnd(24)}  processor ms a booking, making and announcing: server ${each("server")}, database ${each("database")}`,
  );
}

/**
 * Runs rounds in which `connections` clients request one slot. Returns how many rounds had exactly one winner, and
 * every status seen.
 */
async function race({ interviewers, interviewees, bookableAt }: Seed) {
  const statuses = new Map<number, number>();
  let roundsWithOneWinner = 0;
  for (let round = 0; round < raceRounds; round += 1) {
    const body = {
      startTime: bookableAt(seedSizes.hours - raceRounds + round),
      interviewerId: interviewers[0],
    };
    const requests = interviewees
      .slice(0, connections)
      .map(({ token }) => httpRequest("POST", "/api/user/bookings", { token, body }));
    const answers = await sendAtOnce(port, requests);
    for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (answers.filter((status) => status === 201).length === 1) roundsWithOneWinner += 1;
  }
  return { fair: roundsWithOneWinner, statuses };
}

/** Measures, and prints the rate together with the processor time per request. */
async function report(name: string, pids: Parameters<typeof readCpu>[0], run: () => Promise<LoadResult>) {
  const before = await readCpu(pids);
  const result = await run();
  const after = await readCpu(pids);
  const total = [...result.statuses.values()].reduce((sum, count) => sum + count, 0);
  print(formatResult(name, result));
  if (before === null || after === null) return;
  const millisecondsPerRequest = (part: keyof CpuTimes) =>
    `${part} ${((after[part] - before[part]) / total).toFixed(3)}`;
  print(
    `${"".padEnd(24)}  processor ms a request: ${millisecondsPerRequest("server")}, ${millisecondsPerRequest("database")}, ${millisecondsPerRequest("load")}`,
  );
}

function formatResult(name: string, { perSecond, median, p99, statuses, seconds }: LoadResult): string {
  return `${name.padEnd(24)}${perSecond.toFixed(0).padStart(8)}/s  median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${seconds.toFixed(1)} s  (${formatStatusCounts(statuses)})`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(pool: pg.Pool, seeded: Seed): Promise<void> {
  const server = await startServer({
    dataDirectory: directory,
    databaseUrl: postgres.connectionString,
    port,
    ...(built ? { entry: ["dist/server/main.js"] } : {}),
  });
  try {
    const postmaster = await readFile(join(directory, "postgres", "data", "postmaster.pid"), "utf8");
    const pids = { serverPid: server.pid ?? 0, postmasterPid: Number.parseInt(postmaster, 10) };
    await measure({ port, connections, requests: 5000, seconds: 3, request: () => listRequest(seeded, 0) });
    await report(`lists of ${seedSizes.listed} slots`, pids, () => measureLists(seeded));
    const request = bookingRequest(seeded);
    await measure({ port, connections, requests: warmUp, seconds: 5, request });
    await waitUntilAnnounced(pool);
    await reportAnnounced(pool, pids, directory, async () => {
      const result = await measureBookings(seeded);
      print(formatResult("bookings, answered", result));
      return result;
    });
    const memory = await readMemory(server.pid ?? 0);
    if (memory !== null)
      print(`memory of the server: ${memory.now.toFixed(0)} MB, at most ${memory.most.toFixed(0)} MB`);
    const { fair, statuses } = await race(seeded);
    print(
      `race of ${connections} on one slot: ${fair} of ${raceRounds} rounds with exactly one winner (${formatStatusCounts(statuses)})`,
    );
    const { rows } = await pool.query<{ bookings: string; spent: string }>(
      `select (select count(*) from bookings) bookings, (select count(*) from ledger_entries where kind = 'spend') spent`,
    );
    print(`in the database: ${rows[0]?.bookings} bookings, ${rows[0]?.spent} sessions spent`);
  } finally {
    await stopServer(server);
  }
}

function formatStatusCounts(statuses: Map<number, number>): string {
  return [...statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
}

const directory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
// When root runs this, PostgreSQL runs under another account, which needs access to the folder.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => {} });
try {
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
  try {
    await migrate(pool, () => {});
    await run(pool, await seed(pool, seedSizes));
  } finally {
    await pool.end();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
