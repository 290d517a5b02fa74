import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Database, openDatabase, openPool } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { defineHandler, defineJob } from "./job.ts";
import { type JobQueue, openJobQueue } from "./queue.ts";

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
    await expect.poll(() => tries, { timeout: 15_000 }).toBeGreaterThanOrEqual(2);
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
