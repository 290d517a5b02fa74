import { setTimeout as sleep } from "node:timers/promises";
import { describeCommand, readWholeNumber } from "../scripts/command-options.ts";
import { findBrokenRules, findLost, finishJobs } from "./lib/after-load.ts";
import { type ClusterServices, findPrograms, startClusterServices } from "./lib/cluster.ts";
import { crashDatabase, killServer, timeToAnswer } from "./lib/inject-faults.ts";
import {
  type Answer,
  act,
  call,
  createPeople,
  createRandom,
  createTally,
  type LoadContext,
  type People,
  type Person,
  type Random,
} from "./lib/people-and-load.ts";
import { bookRooms, findLostMessages, Talker } from "./lib/rooms.ts";
import { closeOpenTestBeds, openTestBed, type TestBed, type TestBedServer } from "./lib/test-bed.ts";

/* `npm run drill -- cluster`: two web servers and two workers, with PgBouncer, Redis and a streaming replica, on this
   machine. Each of them is killed under load, one after the other. It uses throwaway data. Prints the times
   and every violation. */

const roles = ["web", "web", "worker", "worker"] as const;
const clients = 12;
const rooms = 4;
const sizes = { interviewers: 6 + rooms, interviewees: 6 + rooms, credits: 100 };
const settleMilliseconds = 2_000;
const readMilliseconds = 50;
const limits = { serverMilliseconds: 5_000, databaseMilliseconds: 10_000 };
/** How long after a crash a call may be lost. */
const lostMilliseconds = 2_000;

interface Crash {
  what: string;
  /** How long after the crash calls may get 503. */
  unavailableMilliseconds: number;
  /** How long after the crash the first call must get 200. */
  limitMilliseconds: number;
  /** Kills the program, and starts it again. Returns the milliseconds until a server answered. */
  cause(): Promise<number>;
}

function listCrashes(testBed: TestBed, around: ClusterServices, token: string, random: Random): Crash[] {
  const chaos = { testBed, token, random };
  const server = { unavailableMilliseconds: 0, limitMilliseconds: limits.serverMilliseconds };
  const database = {
    unavailableMilliseconds: limits.databaseMilliseconds,
    limitMilliseconds: limits.databaseMilliseconds,
  };
  const beside = async (crash: () => Promise<void>) => {
    const crashed = crash();
    const milliseconds = await timeToAnswer(chaos);
    await crashed;
    return milliseconds;
  };
  return [
    ...roles.map((role, index) => ({
      what: `${role} server ${1 + (index % 2)}`,
      ...server,
      cause: () => killServer(chaos, index),
    })),
    { what: "Redis", ...server, cause: () => beside(around.crashRedis) },
    { what: "the replica", ...server, cause: () => beside(around.crashReplica) },
    { what: "PgBouncer", ...database, cause: () => beside(around.crashPooler) },
    { what: "PostgreSQL", ...database, cause: () => crashDatabase(chaos) },
  ];
}

/** Collects the answers of 500 and above, and the lost calls, that no crash explains. */
function createErrorTracker() {
  let lostUntil = 0;
  let unavailableUntil = 0;
  const unexplained = new Map<string, number>();
  const explained = { lost: 0, unavailable: 0 };
  return {
    unexplained,
    explained,
    expectCrash(crash: Crash) {
      lostUntil = performance.now() + Math.max(lostMilliseconds, crash.unavailableMilliseconds);
      unavailableUntil = performance.now() + crash.unavailableMilliseconds;
    },
    add(route: string, { status, text }: Answer) {
      if (status !== 0 && status < 500) return;
      const now = performance.now();
      if (status === 0 && now < lostUntil) explained.lost += 1;
      else if (status === 503 && now < unavailableUntil) explained.unavailable += 1;
      else {
        const key = `${status} ${route}: ${text.slice(0, 160)}`;
        unexplained.set(key, (unexplained.get(key) ?? 0) + 1);
      }
    },
  };
}

/** Sends each call to one of the running web servers. */
function createBalancer(testBed: TestBed, random: Random): () => string {
  const isRunning = ({ child }: TestBedServer) => child.exitCode === null && child.signalCode === null;
  return () => {
    const web = testBed.servers.filter((_, index) => roles[index] === "web");
    return (random.pick(web.filter(isRunning)) ?? web[0])?.url ?? "";
  };
}

const print = (line: string) => process.stdout.write(`${line}\n`);

async function drill(testBed: TestBed, around: ClusterServices, random: Random): Promise<string[]> {
  const everybody = await createPeople(testBed, sizes);
  const base = createBalancer(testBed, random.fork("balancer"));
  const part = (from: number, to?: number): People => ({
    interviewers: everybody.interviewers.slice(from, to),
    interviewees: everybody.interviewees.slice(from, to),
  });
  const [busy, talking] = [part(rooms), part(0, rooms)];
  const bookings = await bookRooms({ testBed, people: talking, base });
  const pairs = bookings.map(
    (bookingId, index) =>
      [
        new Talker(talking.interviewees[index] as Person, bookingId, base),
        new Talker(talking.interviewers[index] as Person, bookingId, base),
      ] as const,
  );
  const tally = createTally();
  const errors = createErrorTracker();
  const violations: string[] = [];
  const world: LoadContext = {
    testBed,
    people: busy,
    base,
    onAnswer(route, answer) {
      tally.add(route, answer);
      errors.add(route, answer);
    },
    onViolation: (sentence) => violations.push(sentence),
    // Payments have a drill of their own: npm run prove -- --only crash.
    pay: async () => null,
  };
  let isOver = false;
  const load = Array.from({ length: clients }, async (_, client) => {
    const own = random.fork(client);
    const role = client < clients / 2 ? "interviewers" : "interviewees";
    while (!isOver) {
      const failures = tally.failures.size;
      await act(world, role, client, own);
      if (tally.failures.size > failures) await sleep(100);
    }
  });
  // The list of interviewers comes from the replica.
  const reading = (async () => {
    const token = busy.interviewees[0]?.token;
    while (!isOver) {
      world.onAnswer(
        "GET /api/user/interviewers",
        await call(base(), "GET", "/api/user/interviewers", { token }),
      );
      await sleep(readMilliseconds);
    }
  })();
  const talks = pairs.flat().map((talker) => talker.talk());
  const stop = async () => {
    isOver = true;
    await Promise.all([...load, reading]);
    for (const talker of pairs.flat()) talker.stopWriting();
    await sleep(settleMilliseconds);
    for (const talker of pairs.flat()) talker.stop();
    await Promise.all(talks);
  };
  try {
    await sleep(settleMilliseconds);
    for (const crash of listCrashes(
      testBed,
      around,
      busy.interviewees[0]?.token ?? "",
      random.fork("crash"),
    )) {
      const before = tally.count;
      errors.expectCrash(crash);
      const milliseconds = Math.round(await crash.cause());
      const isLate = milliseconds > crash.limitMilliseconds;
      print(
        `  ${crash.what.padEnd(16)} crashed; first 2xx after ${milliseconds} ms (limit ${crash.limitMilliseconds})${isLate ? ", TOO LATE" : ""}; ${tally.count - before} calls meanwhile`,
      );
      if (isLate) violations.push(`${milliseconds} ms without an answer after the crash of ${crash.what}`);
      await sleep(settleMilliseconds);
    }
  } finally {
    await stop();
  }
  const jobs = await finishJobs(testBed);
  violations.push(
    ...[...errors.unexplained].map(([key, count]) => `${count} × ${key}`),
    ...(await findBrokenRules(testBed)),
    ...(await findLost(testBed, tally.acknowledged)),
    ...(await findLostMessages(testBed, pairs)),
  );
  if (jobs.waiting > 0) violations.push(`${jobs.waiting} jobs are neither done nor failed`);
  if (jobs.failed > 0) violations.push(`${jobs.failed} jobs failed for good`);
  const { acknowledged } = tally;
  const messages = pairs.flat().reduce((sum, talker) => sum + talker.acknowledged.size, 0);
  const reconnects = pairs.flat().reduce((sum, talker) => sum + talker.reconnects - 1, 0);
  if (acknowledged.booked.size < 20) violations.push(`only ${acknowledged.booked.size} bookings were made`);
  print(`  calls: ${tally.count} (${tally.statuses()}), p99 ${tally.p99()} ms`);
  print(
    `  explained: ${errors.explained.lost} calls lost within ${lostMilliseconds / 1000} s of a server's crash or while the database was unavailable, ${errors.explained.unavailable} × 503 within ${limits.databaseMilliseconds / 1000} s of a crash of PgBouncer or PostgreSQL`,
  );
  print(
    `  acknowledged and stored: ${acknowledged.booked.size} bookings, ${acknowledged.canceled.size} cancellations, ${acknowledged.offered.size} slots, ${acknowledged.rated.size} ratings, ${messages} chat messages in ${rooms} rooms (${reconnects} reconnects)`,
  );
  return violations;
}

async function main(): Promise<void> {
  const options = describeCommand(
    "drill -- cluster",
    "Kills each of several servers and what they share, under load.",
  )
    .option("--seed <number>", "the random choices of an earlier run", readWholeNumber)
    .parse()
    .opts<{ seed?: number }>();
  const seed = options.seed ?? Date.now() % 1_000_000;
  const programs = findPrograms();
  print(`Two web servers and two workers with ${programs.redis}, PgBouncer and a replica (seed ${seed})`);
  let around: ClusterServices | undefined;
  const testBed = await openTestBed({
    servers: roles.length,
    roles,
    isDurable: true,
    async startAround(postgres) {
      around = await startClusterServices(programs, postgres);
      return around;
    },
  });
  try {
    const violations = await drill(testBed, around as ClusterServices, createRandom(seed));
    for (const violation of violations.slice(0, 20)) print(`  - ${violation}`);
    print(violations.length === 0 ? "ok: no violations" : `FAILED: ${violations.length} violations`);
    process.exitCode = violations.length === 0 ? 0 : 1;
  } finally {
    await testBed.close();
  }
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void closeOpenTestBeds().finally(() => process.exit(130)));
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
