import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { type FaultProxy, startFaultProxy } from "../../testing/providers/fault-proxy.ts";
import { openPool } from "../database.ts";
import { isDatabaseUnavailable } from "./is-unavailable.ts";

/* The database's machine vanishes: nothing arrives any more over open connections, and none is closed. */

let testDatabase: TestDatabase;
let proxy: FaultProxy;
let pool: pg.Pool;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { host, port, user, database } = new pg.Client(testDatabase.connectionString);
  const to = host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  proxy = await startFaultProxy({ to, protocol: "postgres" });
  const connectionString = `postgres://${user}@${proxy.host}/${database}`;
  pool = openPool({ connectionString, log: pino({ level: "silent" }), max: 2, silentMilliseconds: 1_000 });
});
afterAll(async () => {
  await pool.end();
  await proxy.close();
  await testDatabase.drop();
});

it("gives up statements that are not answered, and opens other connections", async () => {
  const begun = [pool.query("select pg_sleep(0.5)"), pool.query("select pg_sleep(0.5)")];
  const results = Promise.allSettled(begun);
  // Both statements have arrived.
  const direct = new pg.Client(testDatabase.connectionString);
  await direct.connect();
  const countSleeping = async () =>
    (
      await direct.query(
        "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()",
      )
    ).rows[0].n;
  await expect.poll(countSleeping, { interval: 10 }).toBeGreaterThanOrEqual(2);
  await direct.end();
  proxy.stall();
  for (const result of await results) {
    expect(result.status).toBe("rejected");
    expect(isDatabaseUnavailable((result as PromiseRejectedResult).reason)).toBe(true);
  }
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

it("keeps a transaction that has no statement on its way", async () => {
  const client = await pool.connect();
  await client.query("begin");
  const { rows } = await client.query("select pg_backend_pid() as pid");
  await sleep(1_500);
  expect((await client.query("select pg_backend_pid() as pid")).rows).toEqual(rows);
  await client.query("rollback");
  client.release();
});
