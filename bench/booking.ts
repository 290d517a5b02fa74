import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/db/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { type CpuTimes, readCpu } from "./cpu.ts";
import { httpRequest, type LoadResult, measure, stampede } from "./load.ts";
import { type Seed, seed } from "./seed.ts";
import { startServer, stopServer } from "./serve.ts";

/*
 * How many lists of slots and how many bookings a second, over real HTTP on loopback, with the server, its database
 * (fsync on) and this load on the same machine; and the race: many clients, one slot. `npm run bench:booking`.
 */

const port = 3900;
const connections = 64;
const people = { interviewers: 256, interviewees: 512, hours: 160, listed: 100, credits: 160 };
const rounds = 20;

function listRequest({ interviewees }: Seed, index: number): string {
  return httpRequest("GET", "/api/user/slots", interviewees[index % interviewees.length] ?? { token: "" });
}

async function measureLists(seeded: Seed): Promise<LoadResult> {
  const request = (index: number) => listRequest(seeded, index);
  return await measure({ port, connections, requests: 200_000, seconds: 8, request });
}

/** Every request books a slot that nobody else wants, at an hour at which its interviewee has no other. */
async function measureBookings({ interviewers, interviewees, bookableAt }: Seed): Promise<LoadResult> {
  const request = (index: number) => {
    const hour = Math.floor(index / interviewers.length);
    const interviewerId = interviewers[index % interviewers.length];
    const { token } = interviewees[(index + hour * 7) % interviewees.length] ?? { token: "" };
    return httpRequest("POST", "/api/user/bookings", {
      token,
      body: { startTime: bookableAt(hour), interviewerId },
    });
  };
  const warmUp = 2000;
  await measure({ port, connections, requests: warmUp, seconds: 5, request });
  const requests = (people.hours - rounds) * interviewers.length - warmUp - connections;
  return await measure({
    port,
    connections,
    requests,
    seconds: 8,
    request: (index) => request(index + warmUp),
  });
}

/** Rounds of `connections` clients for one slot: how many rounds had exactly one winner, and every status seen. */
async function race({ interviewers, interviewees, bookableAt }: Seed) {
  const statuses = new Map<number, number>();
  let fair = 0;
  for (let round = 0; round < rounds; round += 1) {
    const body = { startTime: bookableAt(people.hours - rounds + round), interviewerId: interviewers[0] };
    const requests = interviewees
      .slice(0, connections)
      .map(({ token }) => httpRequest("POST", "/api/user/bookings", { token, body }));
    const answers = await stampede(port, requests);
    for (const status of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (answers.filter((status) => status === 201).length === 1) fair += 1;
  }
  return { fair, statuses };
}

/** Measures, and prints the rate together with the processor time behind one request. */
async function report(name: string, pids: Parameters<typeof readCpu>[0], run: () => Promise<LoadResult>) {
  const before = await readCpu(pids);
  const result = await run();
  const after = await readCpu(pids);
  const { perSecond, median, p99, statuses, seconds } = result;
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  print(
    `${name.padEnd(24)}${perSecond.toFixed(0).padStart(8)}/s  median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${seconds.toFixed(1)} s  (${countsOf(statuses)})`,
  );
  if (before === null || after === null) return;
  const each = (part: keyof CpuTimes) => `${part} ${((after[part] - before[part]) / total).toFixed(3)}`;
  print(`${"".padEnd(24)}  processor ms a request: ${each("server")}, ${each("database")}, ${each("load")}`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function run(pool: pg.Pool, seeded: Seed): Promise<void> {
  const server = await startServer({
    dataDirectory: directory,
    databaseUrl: postgres.connectionString,
    port,
  });
  try {
    const postmaster = await readFile(join(directory, "postgres", "data", "postmaster.pid"), "utf8");
    const pids = { serverPid: server.pid ?? 0, postmasterPid: Number.parseInt(postmaster, 10) };
    await measure({ port, connections, requests: 5000, seconds: 3, request: () => listRequest(seeded, 0) });
    await report(`lists of ${people.listed} slots`, pids, () => measureLists(seeded));
    await report("bookings", pids, () => measureBookings(seeded));
    const { fair, statuses } = await race(seeded);
    print(
      `race of ${connections} on one slot: ${fair} of ${rounds} rounds with exactly one winner (${countsOf(statuses)})`,
    );
    const { rows } = await pool.query<{ bookings: string; spent: string }>(
      `select (select count(*) from bookings) bookings, (select count(*) from ledger_entries where kind = 'spend') spent`,
    );
    print(`in the database: ${rows[0]?.bookings} bookings, ${rows[0]?.spent} sessions spent`);
  } finally {
    await stopServer(server);
  }
}

function countsOf(statuses: Map<number, number>): string {
  return [...statuses].map(([status, count]) => `${status}: ${count}`).join(", ");
}

const directory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
await chmod(directory, 0o755); // Run by root, PostgreSQL has an account of its own, which must get in.
const postgres = await startEmbeddedPostgres({ dataDirectory: directory, log: () => {} });
try {
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
  try {
    await migrate(pool, () => {});
    await run(pool, await seed(pool, people));
  } finally {
    await pool.end();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
