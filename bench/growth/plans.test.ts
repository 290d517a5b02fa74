import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../server/testing/database.ts";
import { generate } from "./generate.ts";
import { currentBookings, dataSize } from "./history.ts";
import { listMeasured, listScans, type OpenSize, openSize } from "./measure.ts";

/*
 * The plans of PostgreSQL for every measured call and job. PostgreSQL may prefer a scan on tables of this size, so scans
 * are made expensive: those that are left have no index to use. `npm run bench -- growth` shows the plans that it chooses
 * with many more rows.
 */

const bookings = 20_000;

let database: TestDatabase;
let dataDirectory: string;
let size: OpenSize;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-plans-"));
  const pool = new pg.Pool({ connectionString: database.connectionString, max: 1 });
  await generate(pool, dataSize(bookings), () => undefined);
  await pool.end();
  const { connectionString } = database;
  size = await openSize({
    connectionString,
    dataDirectory,
    list: listMeasured,
    settings: "-c enable_seqscan=off",
  });
});
afterAll(async () => {
  await size.close();
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

it("no call and no job scans a large table", async () => {
  const scans: Record<string, Record<string, number>> = {};
  for (const measured of size.list) {
    const ofOne = await listScans(size.context, measured);
    if (Object.keys(ofOne).length > 0) scans[measured.name] = ofOne;
  }
  expect(scans).toEqual({});
  // Every call and job runs once, which took 20 seconds on a machine that did other work.
}, 120_000);

it("a scan would be noticed", async () => {
  const scans = await listScans(size.context, {
    group: "calls",
    name: "a query without an index",
    async run({ deps }) {
      await deps.pool.query("select count(*) from bookings where ends_at - starts_at > interval '9 hours'");
      return null;
    },
  });
  expect(scans).toEqual({ bookings: bookings + currentBookings });
});
