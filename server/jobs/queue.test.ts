import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Database, openDatabase, openPool } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { defineHandler, defineJob } from "./job.ts";
import { type JobQueue, openJobQueue } from "./queue.ts";
import { insertDueJobs } from "./scheduler.ts";

const log = pino({ level: "silent" });
const greet = defineJob({ name: "test.greet", payload: z.object({ name: z.string() }) });
/** Shorter than the product's 45 s to keep the test short. The other delays are the same. */
const slow = defineJob({ name: "test.slow", payload: z.object({}), expireSeconds: 4 });

let testDatabase: TestDatabase;
let database: Database;
let queue: JobQueue;

interface Seen {
  greeted: string[];
}
const greeter = defineHandler<Seen, { name: string }>(greet, async (seen, { name }) => {
  seen.greeted.push(name);
});

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(openPool({ connectionString: testDatabase.connectionString, log, max: 4 }));
  queue = await openJobQueue({ connectionString: testDatabase.connectionString, log });
  await queue.prepare([greeter, defineHandler(slow, async () => undefined)]);
});
afterAll(async () => {
  await queue.close();
  await database.destroy();
  await testDatabase.drop();
});

describe("a job", () => {
  it("exists when its transaction commits, and does not when it rolls back", async () => {
    await inTransaction(database, (tx) => queue.enqueue(tx, greet, { name: "kept" }));
    await expect(
      inTransaction(database, async (tx) => {
        await queue.enqueue(tx, greet, { name: "lost" });
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    const seen: Seen = { greeted: [] };
    expect(await queue.drain(seen, [greeter])).toBe(1);
    expect(seen.greeted).toEqual(["kept"]);
  });

  it("is retried after each failure, with a growing delay", async () => {
    let tries = 0;
    const failing = defineHandler<null, { name: string }>(greet, async () => {
      tries += 1;
      throw new Error("not today");
    });
    await inTransaction(database, (tx) => queue.enqueue(tx, greet, { name: "again" }));
    await queue.work(null, [failing]);
    await expect.poll(() => tries).toBeGreaterThanOrEqual(2);
  });
});

describe("a job that fails after it expired", () => {
  it("stays with the worker that has taken it since", async () => {
    const late = defineJob({ name: "test.late", payload: z.object({}) });
    const other = await openJobQueue({ connectionString: testDatabase.connectionString, log });
    let tries = 0;
    const failing = defineHandler<null, object>(late, async () => {
      tries += 1;
      // As another worker takes it while this one hangs.
      await sql`update pgboss.job set started_on = now() + interval '1 ms' where name = ${late.name}`.execute(
        database,
      );
      throw new Error("too late");
    });
    await other.prepare([failing]);
    await inTransaction(database, (tx) => other.enqueue(tx, late, {}));
    await other.work(null, [failing]);
    await expect.poll(() => tries).toBe(1);
    await other.close();
    const { rows } = await sql<{ state: string }>`
      select state from pgboss.job where name = ${late.name}`.execute(database);
    expect(rows).toEqual([{ state: "active" }]);
  });
});

describe("a recurring job", () => {
  it("is inserted once when its minute begins, and once after a time without a server", async () => {
    const pool = openPool({ connectionString: testDatabase.connectionString, log, max: 4 });
    const hourly = defineJob({ name: "test.hourly", payload: z.object({}), cron: "0 * * * *" });
    const inserted: string[] = [];
    const look = (names: string[] = inserted) =>
      insertDueJobs({ pool, jobs: [hourly], insert: async (_client, due) => void names.push(...due) });
    try {
      await pool.query("update pgboss.version set cron_on = now() - interval '3 hours'");
      const waits = await Promise.all([look(), look(), look()]);
      expect(inserted).toEqual([hourly.name]);
      for (const wait of waits) expect(wait).toBeLessThanOrEqual(60_050);
    } finally {
      await pool.end();
    }
  });

  it("runs in a server that works", async () => {
    const everyMinute = defineJob({ name: "test.minute", payload: z.object({}), cron: "* * * * *" });
    const other = await openJobQueue({ connectionString: testDatabase.connectionString, log });
    let runs = 0;
    const handler = defineHandler<null, object>(everyMinute, async () => {
      runs += 1;
    });
    await other.prepare([handler]);
    await sql`update pgboss.version set cron_on = null`.execute(database);
    await other.work(null, [handler]);
    await expect.poll(() => runs).toBeGreaterThan(0);
    await other.close();
  });
});

describe("a worker that is killed", () => {
  it("loses its job to another worker", async () => {
    const child = startHangingWorker(testDatabase.connectionString);
    try {
      await inTransaction(database, (tx) => queue.enqueue(tx, slow, {}));
      await takenUp(child);
    } finally {
      child.kill("SIGKILL");
    }
    let done = 0;
    await queue.work(null, [
      defineHandler<null, object>(slow, async () => {
        done += 1;
      }),
    ]);
    // Expiry (4 s here, 45 s in the product) + maintenance (15 s) + first retry delay (2 s, doubled and jittered) + a poll.
    await expect.poll(() => done, { timeout: 40_000 }).toBe(1);
  }, 60_000);
});

function startHangingWorker(connectionString: string): ChildProcess {
  const worker = fileURLToPath(new URL("../testing/hanging-worker.ts", import.meta.url));
  return spawn(process.execPath, ["--import", "tsx", worker, connectionString, slow.name], {
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
