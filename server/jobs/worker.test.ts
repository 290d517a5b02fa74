import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Database, openDatabase, openPool } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { defineHandler, defineJob, defineMailJob, dueJob, type JobHandler } from "./job.ts";
import { type JobQueue, openJobQueue } from "./queue.ts";

const log = pino({ level: "silent" });
const payload = z.object({ n: z.number() });
const jobs = {
  newsletter: defineMailJob({ name: "test.newsletter", payload, priority: "newsletter" }),
  confirmation: defineMailJob({ name: "test.confirmation", payload, priority: "confirmation" }),
  reminder: defineMailJob({ name: "test.reminder", payload, priority: "reminder" }),
  other: defineJob({ name: "test.other", payload }),
};

let testDatabase: TestDatabase;
let database: Database;
let queue: JobQueue;

/** The names of the jobs in the order in which they started, and the highest number that ran at once. */
interface Seen {
  started: string[];
  running: number;
  most: number;
}
const createSeen = (): Seen => ({ started: [], running: 0, most: 0 });

const handlers: JobHandler<Seen>[] = Object.values(jobs).map((job) =>
  defineHandler(job, async (seen: Seen) => {
    seen.started.push(job.name);
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.running -= 1;
  }),
);

const enqueue = (job: (typeof jobs)[keyof typeof jobs], count: number) =>
  inTransaction(database, (tx) =>
    queue.enqueueAll(
      tx,
      Array.from({ length: count }, (_, n) => dueJob(job, { n })),
    ),
  );

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(openPool({ connectionString: testDatabase.connectionString, log, max: 4 }));
  queue = await openJobQueue({ connectionString: testDatabase.connectionString, log });
  await queue.prepare(handlers as JobHandler<never>[]);
});
afterAll(async () => {
  await queue.close();
  await database.destroy();
  await testDatabase.drop();
});

describe("a worker", () => {
  it("sends reminders before confirmations before newsletters, several at once, and runs other work meanwhile", async () => {
    await enqueue(jobs.newsletter, 100);
    await enqueue(jobs.confirmation, 100);
    await enqueue(jobs.reminder, 100);
    await enqueue(jobs.other, 20);
    const seen = createSeen();
    await queue.work(seen, handlers);
    await expect.poll(() => seen.started.length).toBe(320);
    const mails = seen.started.filter((name) => name !== jobs.other.name);
    expect(mails).toEqual([
      ...Array(100).fill(jobs.reminder.name),
      ...Array(100).fill(jobs.confirmation.name),
      ...Array(100).fill(jobs.newsletter.name),
    ]);
    expect(seen.started.slice(0, 100)).toContain(jobs.other.name);
    expect(seen.most).toBeGreaterThan(10);
    expect(seen.most).toBeLessThanOrEqual(50);
  });

  it("deletes finished jobs", async () => {
    await expect
      .poll(async () => {
        const { rows } = await testQuery(
          "select count(*)::int as n from pgboss.job where name like 'test.%'",
        );
        return rows[0]?.n;
      })
      .toBe(0);
  });
});

async function testQuery(text: string) {
  const pool = openPool({ connectionString: testDatabase.connectionString, log, max: 1 });
  try {
    return await pool.query<{ n: number }>(text);
  } finally {
    await pool.end();
  }
}
