import { type ChildProcess, spawn } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { freePort } from "../server/testing/processes.ts";
import { bookingRequest, bookWithoutServer, listRequest, measure, waitUntilAnnounced } from "./load.ts";
import { type Seed, seed } from "./seed.ts";
import { openFilledServer } from "./server.ts";

/* Compares the built server with minimal programs that do the same, on the same PostgreSQL and in turns:
   bookings over HTTP with the same transaction by plain `pg`, and lists of slots with plain Fastify and one
   query. `npm run bench -- compare`; `--rounds 1 --seconds 2` is a quick run. */

const clientCounts = [8, 32, 64];
/** The least ratio of bookings over HTTP to plain ones, by clients: together, bookings share statements. */
const wantedRatios: Record<number, number> = { 8: 0.7, 32: 1, 64: 1.5 };
const wanted = { listRatio: 0.5, listsPerSecond: 5000, announcementsPerSecond: 200 };
const seedSizes = { interviewers: 256, interviewees: 512, hours: 240, listed: 100, credits: 160 };
/** V8 compiles the server's busiest code during the first thousands of bookings, as in any server that has been up. */
const warmUp = { bookings: 6000, lists: 3000 };
const listClients = 64;

const { rounds, seconds } = describeCommand(
  "bench -- compare",
  "Compares the built server with minimal programs that do the same.",
)
  .option("--rounds <number>", "rounds of each measurement", readWholeNumber, 3)
  .option("--seconds <number>", "of each round", readWholeNumber, 3)
  .parse()
  .opts<{ rounds: number; seconds: number }>();

interface Result {
  name: string;
  ours: number;
  plain: number | null;
  /** Ours to plain, or ours alone. */
  value: number;
  least: number;
}

/** The servers and the database that are compared. */
interface Setup {
  port: number;
  plainPort: number;
  pool: pg.Pool;
  plainUrl: string;
  seeded: Seed;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
/** The load average for each core: above 1, processes wait for a core. */
const load = () => Number(((loadavg()[0] ?? 0) / cpus().length).toFixed(2));

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function compareBookings({ port, pool, plainUrl, seeded }: Setup): Promise<Result[]> {
  let [httpBookings, plainBookings] = [0, 0];
  const toBook = bookingRequest(seeded);
  const book = async (connections: number, most: number, longest: number) => {
    const request = () => toBook(httpBookings++);
    const startedAt = performance.now();
    const { statuses, perSecond } = await measure({
      port,
      connections,
      requests: most,
      seconds: longest,
      request,
    });
    const other = [...statuses.keys()].filter((status) => status !== 201);
    if (other.length > 0) throw new Error(`a booking was answered with ${other.join(", ")}`);
    await waitUntilAnnounced(pool);
    const announcedPerSecond = ((statuses.get(201) ?? 0) * 1000) / (performance.now() - startedAt);
    return { perSecond, announcedPerSecond };
  };
  const bookPlain = (clients: number, longest: number) =>
    bookWithoutServer({
      connectionString: plainUrl,
      clients,
      seconds: longest,
      seeded,
      next: () => plainBookings++,
    });

  await book(64, warmUp.bookings, 10);
  await bookPlain(64, 1);
  const lines: Result[] = [];
  const announced: number[] = [];
  for (const clients of clientCounts) {
    const [ours, plain]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const { perSecond, announcedPerSecond } = await book(clients, Number.POSITIVE_INFINITY, seconds);
      announced.push(announcedPerSecond);
      ours.push(perSecond);
      plain.push(await bookPlain(clients, seconds));
    }
    const ratio = median(ours.map((value, round) => value / (plain[round] ?? Number.NaN)));
    const least = wantedRatios[clients] ?? 0;
    const name = `bookings, ${clients} clients`;
    lines.push({ name, ours: median(ours), plain: median(plain), value: ratio, least });
  }
  const value = median(announced);
  lines.push({
    name: "bookings announced a second",
    ours: value,
    plain: null,
    value,
    least: wanted.announcementsPerSecond,
  });
  return lines;
}

async function compareLists({ port, plainPort, seeded }: Setup): Promise<Result[]> {
  const list = async (from: number, most: number) => {
    const request = (index: number) => listRequest(seeded, index);
    const options = { connections: listClients, requests: most, seconds, request };
    const { statuses, perSecond } = await measure({ port: from, ...options });
    if (statuses.size !== 1 || !statuses.has(200))
      throw new Error(`lists were answered with ${[...statuses.keys()]}`);
    return perSecond;
  };
  const [ours, plain]: [number[], number[]] = [[], []];
  await list(port, warmUp.lists);
  await list(plainPort, warmUp.lists);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await list(port, Number.POSITIVE_INFINITY));
    plain.push(await list(plainPort, Number.POSITIVE_INFINITY));
  }
  const ratio = median(ours.map((value, round) => value / (plain[round] ?? Number.NaN)));
  const [our, other] = [median(ours), median(plain)];
  const name = `lists of ${seedSizes.listed} slots, ${listClients} clients`;
  return [
    { name, ours: our, plain: other, value: ratio, least: wanted.listRatio },
    { name: "lists a second", ours: our, plain: null, value: our, least: wanted.listsPerSecond },
  ];
}

function formatLine({ name, ours, plain, value, least }: Result): string {
  const number = (value: number) => value.toFixed(value < 100 ? 2 : 0).padStart(10);
  return `${name.padEnd(36)}${number(ours)}${plain === null ? "".padStart(10) : number(plain)}${number(value)}   ${`≥ ${least}`.padEnd(8)}${value >= least ? "met" : "NOT MET"}`;
}

async function startListServer(port: number, databaseUrl: string): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "list-server.ts");
  const server = spawn(process.execPath, ["--import", "tsx", script, String(port), databaseUrl], {
    stdio: "inherit",
  });
  for (let tries = 0; tries < 300; tries += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/health/live`).then(
      ({ ok }) => ok,
      () => false, // It does not listen yet.
    );
    if (isUp) return server;
    await sleep(100);
  }
  server.kill();
  throw new Error("the plain server did not start");
}

const plainOf = (connectionString: string) => connectionString.replace("/greenroom?", "/plain?");

/** A copy without a server: nobody announces what is booked there. */
async function copyDatabase(connectionString: string): Promise<void> {
  const admin = new pg.Client({ connectionString: connectionString.replace("/greenroom?", "/postgres?") });
  await admin.connect();
  await admin.query("create database plain template greenroom");
  await admin.end();
}

const before = load();
const options = { fsync: "on", beforeStart: copyDatabase } as const;
const server = await openFilledServer((pool) => seed(pool, seedSizes), options);
const { port, connectionString, filled: seeded } = server;
const plainPort = await freePort();
const pool = new pg.Pool({ connectionString, max: 1 });
let listServer: ChildProcess | undefined;
try {
  listServer = await startListServer(plainPort, connectionString);
  const setup = { port, plainPort, pool, plainUrl: plainOf(connectionString), seeded };
  const lines = [...(await compareLists(setup)), ...(await compareBookings(setup))];
  print(`${cpus().length} cores (${cpus()[0]?.model ?? ""}); load a core before ${before}, after ${load()}`);
  if (before > 0.2) print("Something else was running, so absolute numbers are too low.");
  print(`\n${"".padEnd(36)}${"ours".padStart(10)}${"plain".padStart(10)}${"ratio".padStart(10)}   wanted`);
  for (const line of lines) print(formatLine(line));
} finally {
  await pool.end();
  listServer?.kill();
  await server.close();
}
