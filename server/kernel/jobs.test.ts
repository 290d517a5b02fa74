import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import PgBoss from "pg-boss";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { type Database, openDatabase, openPool } from "./db/database.ts";
import { inTransaction } from "./db/transaction.ts";
import {
  defineHandler,
  defineJob,
  defineMailJob,
  type Job,
  type JobHandler,
  type JobQueue,
  openJobQueue,
} from "./jobs.ts";

const log = pino({ level: "silent" });
const payload = z.object({ n: z.number() });
type Payload = z.infer<typeof payload>;

let testDatabase: TestDatabase;
let database: Database;
/** Enqueues; each test starts the workers that it needs. */
let queue: JobQueue;
const workers: JobQueue[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  database = openDatabase(openPool({ connectionString, log, max: 4 }));
  queue = await openJobQueue(connectionString, log);
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.close())));
afterAll(async () => {
  await queue.close();
  await database.destroy();
  await testDatabase.drop();
});

async function startWorker(...handlers: JobHandler<null>[]): Promise<JobQueue> {
  const worker = await openJobQueue(testDatabase.connectionString, log);
  workers.push(worker);
  await worker.prepare(handlers);
  await worker.work(null, handlers);
  return worker;
}

const handle = <Data extends object>(job: Job<Data>, run: (data: Data) => Promise<void>) =>
  defineHandler<null, Data>(job, (_context, data) => run(data));

const enqueue = (job: Job<Payload>, count = 1) =>
  inTransaction(database, (tx) =>
    queue.enqueueAll(
      tx,
      job,
      Array.from({ length: count }, (_, n) => ({ n })),
    ),
  );

async function stateOf({ name }: Job<Payload>) {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = ${name}`.execute(
    database,
  );
  return rows.map(({ state }) => state);
}

describe("a job", () => {
  it("exists when its transaction commits, and does not when it rolls back", async () => {
    const job = defineJob("test.commit", payload);
    const seen: number[] = [];
    const handler = handle(job, async ({ n }) => void seen.push(n));
    await queue.prepare([handler]);
    await inTransaction(database, (tx) => queue.enqueue(tx, job, { n: 1 }));
    await expect(
      inTransaction(database, async (tx) => {
        await queue.enqueue(tx, job, { n: 2 });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await startWorker(handler);
    await expect.poll(() => stateOf(job)).toEqual([]);
    expect(seen).toEqual([1]);
  });

  it("is retried after a failure, and is gone when it is done", async () => {
    const job = defineJob("test.retry", payload);
    let tries = 0;
    await startWorker(
      handle(job, async () => {
        tries += 1;
        if (tries === 1) throw new Error("not today");
      }),
    );
    await enqueue(job);
    await expect.poll(() => tries, { timeout: 20_000 }).toBe(2);
    await expect.poll(() => stateOf(job)).toEqual([]);
  });

  it("has failed when it has no attempts left, with its reason", async () => {
    const job = defineJob("test.failure", payload);
    const handler = handle(job, async () => {
      throw new Error("never");
    });
    await queue.prepare([handler]);
    await enqueue(job);
    await sql`update pgboss.job set retry_count = retry_limit where name = ${job.name}`.execute(database);
    await startWorker(handler);
    await expect.poll(() => stateOf(job)).toEqual(["failed"]);
    const { rows } = await sql<{ reason: string }>`
      select output->>'message' as reason from pgboss.job where name = ${job.name}`.execute(database);
    expect(rows).toEqual([{ reason: "Error: never" }]);
  });

  it("goes back to the queue when its server stops before it ends", async () => {
    const job = defineJob("test.stop", payload);
    let started = 0;
    const worker = await startWorker(
      handle(job, async () => {
        started += 1;
        await sleep(60_000, undefined, { ref: false });
      }),
    );
    await enqueue(job);
    await expect.poll(() => started).toBe(1);
    workers.pop();
    await worker.close();
    expect(await stateOf(job)).toEqual(["retry"]);
  }, 30_000);
});

describe("workers", () => {
  it("share a queue: each job runs once, and many mails at once", async () => {
    const job = defineMailJob("test.mail", payload);
    const seen: number[] = [];
    let running = 0;
    let most = 0;
    const handler = handle(job, async ({ n }) => {
      seen.push(n);
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
    });
    await queue.prepare([handler]);
    await enqueue(job, 500);
    await Promise.all([startWorker(handler), startWorker(handler)]);
    await expect.poll(() => seen.length, { timeout: 20_000 }).toBe(500);
    await expect.poll(() => stateOf(job)).toEqual([]);
    expect(new Set(seen).size).toBe(500);
    expect(most).toBeGreaterThan(10);
    expect(most).toBeLessThanOrEqual(2 * job.atOnce);
  });

  it("do not let one job that takes long delay others of its queue", async () => {
    const job = defineJob("test.long", payload);
    const done: number[] = [];
    const release = new AbortController();
    await startWorker(
      handle(job, async ({ n }) => {
        if (n === 0) await sleep(60_000, undefined, { signal: release.signal }).catch(() => undefined);
        done.push(n);
      }),
    );
    await enqueue(job, 30);
    await expect.poll(() => done.length, { timeout: 20_000 }).toBe(29);
    release.abort();
    await expect.poll(() => done.length).toBe(30);
  });

  it("take up the job of one that was killed", async () => {
    /** Shorter than the product's 45 s to keep the test short. The other delays are the same. */
    const job = defineJob("test.killed", payload, { expireSeconds: 4 });
    let done = 0;
    const handler = handle(job, async () => {
      done += 1;
    });
    await queue.prepare([handler]);
    await enqueue(job);
    const child = startHangingWorker(job.name);
    try {
      await takenUp(child);
    } finally {
      child.kill("SIGKILL");
    }
    await startWorker(handler);
    // Expiry (4 s here, 45 s in the product), maintenance (15 s, at most twice), the first retry delay (2 to 4 s), a poll.
    await expect.poll(() => done, { timeout: 50_000 }).toBe(1);
  }, 70_000);

  it("run the jobs that the queue of an earlier version left", async () => {
    const boss = new PgBoss({ connectionString: testDatabase.connectionString, supervise: false });
    await boss.start();
    const job = defineJob("test.earlier", payload);
    await boss.createQueue(job.name, { name: job.name, policy: "standard", retryLimit: 14 });
    await boss.schedule(job.name, "* * * * *");
    await boss.send(job.name, { n: 7 });
    await boss.stop({ graceful: false });
    const seen: number[] = [];
    await startWorker(handle(job, async ({ n }) => void seen.push(n)));
    await expect.poll(() => seen).toEqual([7]);
    const { rows } = await sql`select from pgboss.schedule where name = ${job.name}`.execute(database);
    expect(rows).toHaveLength(0);
  });
});

describe("a recurring job", () => {
  it("runs when a worker starts, and then once in its minute however many workers there are", async () => {
    const job = defineJob("test.minute", z.object({}), { cron: "* * * * *" });
    const runs: number[] = [];
    const handler = handle(job, async () => void runs.push(Date.now()));
    await Promise.all([startWorker(handler), startWorker(handler)]);
    await expect.poll(() => runs.length, { timeout: 20_000 }).toBeGreaterThan(0);
    // Each of the two may enqueue it at its start, but one waits at most. Scheduled ones follow within a minute.
    await expect.poll(() => scheduledMinutes(job.name), { timeout: 80_000, interval: 500 }).not.toEqual([]);
    const minutes = await scheduledMinutes(job.name);
    expect(new Set(minutes).size).toBe(minutes.length);
  }, 120_000);
});

/** The minutes in which pg-boss's scheduler started the job. */
async function scheduledMinutes(name: string): Promise<string[]> {
  const { rows } = await sql<{ minute: string }>`
    select singleton_on::text as minute from pgboss.job
    where name = '__pgboss__send-it' and data->>'name' = ${name} and state = 'completed'`.execute(database);
  return rows.map(({ minute }) => minute);
}

function startHangingWorker(name: string): ChildProcess {
  const worker = fileURLToPath(new URL("../testing/programs/hanging-worker.ts", import.meta.url));
  return spawn(process.execPath, ["--import", "tsx", worker, testDatabase.connectionString, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function takenUp(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (data: Buffer) => {
      if (data.toString().includes("taken up")) resolve();
    });
    child.on("exit", () => reject(new Error("the worker ended by itself")));
  });
}
