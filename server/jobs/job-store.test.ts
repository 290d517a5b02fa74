import { sql } from "kysely";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Database, openDatabase, openPool } from "../db/database.ts";
import { inTransaction } from "../db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { defineHandler, defineJob, dueJob } from "./job.ts";
import { claimDueJobs, selectDueQueues } from "./job-store.ts";
import { type JobQueue, openJobQueue } from "./queue.ts";

const log = pino({ level: "silent" });
const sorted = defineJob({ name: "test.sorted", payload: z.object({ place: z.number() }) });
const empty = defineJob({ name: "test.empty", payload: z.object({}) });
const waiting = 3000;

let testDatabase: TestDatabase;
let database: Database;
let queue: JobQueue;
let client: pg.Client;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { connectionString } = testDatabase;
  database = openDatabase(openPool({ connectionString, log, max: 2 }));
  queue = await openJobQueue({ connectionString, log });
  const ignore = async () => undefined;
  await queue.prepare([defineHandler(sorted, ignore), defineHandler(empty, ignore)]);
  // As in production: PostgreSQL last counted the rows while the queue was empty.
  await sql`analyze pgboss.job`.execute(database);
  const jobs = Array.from({ length: waiting }, (_, place) => dueJob(sorted, { place }));
  await inTransaction(database, (tx) => queue.enqueueAll(tx, jobs));
  // The last one has waited longest.
  await sql`update pgboss.job set start_after = now() - (data->>'place')::int * interval '1 second'
    where name = ${sorted.name}`.execute(database);
  client = new pg.Client({ connectionString });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await queue.close();
  await database.destroy();
  await testDatabase.drop();
});

/** Runs it in a transaction, and returns its result and how many rows of the queue's tables it read. */
async function countRead<Result>(work: () => Promise<Result>): Promise<{ result: Result; rows: number }> {
  await client.query("begin");
  const result = await work();
  const { rows } = await client.query<{ read: string }>(
    `select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as read
     from pg_stat_xact_all_tables where schemaname = 'pgboss'`,
  );
  await client.query("rollback");
  return { result, rows: Number(rows[0]?.read) };
}

const execute = (query: pg.QueryConfig) => client.query(query);

describe("a queue in which thousands of jobs wait", () => {
  it("gives those that have waited longest, and reads few others", async () => {
    const { result, rows } = await countRead(() => claimDueJobs(execute, sorted.name, 10));
    expect(result.map(({ data }) => (data as { place: number }).place).sort((a, b) => b - a)).toEqual(
      Array.from({ length: 10 }, (_, index) => waiting - 1 - index),
    );
    expect(rows).toBeLessThan(100);
  });

  it("is found due from one of them", async () => {
    const { result, rows } = await countRead(() => selectDueQueues(execute, [sorted.name, empty.name]));
    expect([...result]).toEqual([sorted.name]);
    expect(rows).toBeLessThan(100);
  });
});
