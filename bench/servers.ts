import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { bookingRequest, listRequest, waitUntilAnnounced } from "./booking-load.ts";
import { readCpu } from "./cpu.ts";
import { type LoadResult, measure } from "./load.ts";
import { type Seed, seed } from "./seed.ts";
import { startServer, stopServer } from "./serve.ts";

/* Measures bookings, lists of slots and the processor time of each part, with one, two and four web servers
   and a worker on one database. `npm run bench:servers`. */

const workerPort = 3910;
/** The web servers have the ports from here on. */
const firstWebPort = workerPort + 1;
const counts = [1, 2, 4];
const connections = 64;
const seconds = 6;
const warmUpRequests = 400;
const sizes = { interviewers: 256, interviewees: 512, hours: 160, listed: 100, credits: 200 };

interface FleetResult {
  perSecond: number;
  median: number;
  p99: number;
  statuses: string;
  /** Milliseconds of processor time for each request; null where there is no /proc. */
  cpu: { web: number; worker: number; database: number } | null;
}

interface Fleet {
  ports: number[];
  webPids: number[];
  workerPid: number;
  postmasterPid: number;
}

/** Sends the load to all servers at once, with an equal share of the connections for each. */
async function measureFleet(
  fleet: Fleet,
  request: (index: number) => string,
  requests: number,
): Promise<FleetResult> {
  const before = await readFleetCpu(fleet);
  let next = 0;
  const results = await Promise.all(
    fleet.ports.map((port) =>
      measure({
        port,
        connections: connections / fleet.ports.length,
        requests: Math.floor(requests / fleet.ports.length),
        seconds,
        request: () => request(next++),
      }),
    ),
  );
  const after = await readFleetCpu(fleet);
  return summarize(results, before, after);
}

function summarize(results: LoadResult[], before: FleetCpu | null, after: FleetCpu | null): FleetResult {
  const statuses = new Map<number, number>();
  for (const result of results)
    for (const [status, count] of result.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  const part = (name: keyof FleetCpu) => ((after?.[name] ?? 0) - (before?.[name] ?? 0)) / total;
  return {
    perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0),
    median: Math.max(...results.map(({ median }) => median)),
    p99: Math.max(...results.map(({ p99 }) => p99)),
    statuses: [...statuses].map(([status, count]) => `${status}: ${count}`).join(", "),
    cpu:
      before === null || after === null
        ? null
        : { web: part("web"), worker: part("worker"), database: part("database") },
  };
}

interface FleetCpu {
  web: number;
  worker: number;
  database: number;
}

async function readFleetCpu({ webPids, workerPid, postmasterPid }: Fleet): Promise<FleetCpu | null> {
  const of = (serverPid: number) => readCpu({ serverPid, postmasterPid });
  const [worker, ...web] = await Promise.all([of(workerPid), ...webPids.map(of)]);
  if (worker === null || worker === undefined) return null;
  const webTime = web.reduce((sum, times) => sum + (times?.server ?? 0), 0);
  return { web: webTime, worker: worker.server, database: worker.database };
}

function print(name: string, { perSecond, median, p99, statuses, cpu }: FleetResult): void {
  const each = (milliseconds: number) => milliseconds.toFixed(2);
  const cost =
    cpu === null
      ? ""
      : `; processor ms each: web ${each(cpu.web)}, worker ${each(cpu.worker)}, database ${each(cpu.database)}`;
  process.stdout.write(
    `${name.padEnd(30)}${perSecond.toFixed(0).padStart(7)}/s  median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${statuses})${cost}\n`,
  );
}

async function startFleet(directory: string, databaseUrl: string, count: number) {
  const start = (port: number, role: string) =>
    startServer({
      dataDirectory: directory,
      databaseUrl,
      port,
      entry: ["dist/server/main.js"],
      settings: { GREENROOM_ROLE: role },
    });
  const worker = await start(workerPort, "worker");
  const ports = Array.from({ length: count }, (_, index) => firstWebPort + index);
  const web: ChildProcess[] = [];
  for (const port of ports) web.push(await start(port, "web"));
  const postmaster = await readFile(join(directory, "postgres", "data", "postmaster.pid"), "utf8");
  const fleet: Fleet = {
    ports,
    webPids: web.map(({ pid }) => pid ?? 0),
    workerPid: worker.pid ?? 0,
    postmasterPid: Number.parseInt(postmaster, 10),
  };
  return { fleet, stop: () => Promise.all([worker, ...web].map(stopServer)) };
}

async function run(directory: string, databaseUrl: string, pool: pg.Pool, seeded: Seed): Promise<void> {
  const requestFor = bookingRequest(seeded);
  let booked = 0;
  const nextBooking = () => requestFor(booked++);
  const bookingsEach =
    Math.floor((sizes.hours * sizes.interviewers) / counts.length) - warmUpRequests - connections;
  for (const count of counts) {
    const { fleet, stop } = await startFleet(directory, databaseUrl, count);
    try {
      await measureFleet(fleet, nextBooking, warmUpRequests);
      await waitUntilAnnounced(pool);
      await sleep(500);
      const servers = `${count} web server${count === 1 ? "" : "s"}`;
      print(`${servers}, lists`, await measureFleet(fleet, (index) => listRequest(seeded, index), 200_000));
      print(`${servers}, bookings`, await measureFleet(fleet, nextBooking, bookingsEach));
      await waitUntilAnnounced(pool);
    } finally {
      await stop();
    }
  }
}

const directory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
// When root runs this, PostgreSQL runs under another account, which needs access to the folder.
await chmod(directory, 0o755);
const postgres = await startEmbeddedPostgres({
  dataDirectory: directory,
  log: () => {},
  settings: { max_connections: "200" },
});
try {
  const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
  try {
    await migrate(pool, () => {});
    await run(directory, postgres.connectionString, pool, await seed(pool, sizes));
  } finally {
    await pool.end();
  }
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
