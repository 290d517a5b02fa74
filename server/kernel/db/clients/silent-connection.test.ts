import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { type FaultProxy, startFaultProxy } from "../../../testing/providers/fault-proxy.ts";
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
  // The pool's two connections are open before the statements begin, so that only the lock decides when they end.
  for (const client of await Promise.all([pool.connect(), pool.connect()])) client.release();
  const direct = new pg.Client(testDatabase.connectionString);
  await direct.connect();
  await direct.query("select pg_advisory_lock(1)");
  const begun = [pool.query("select pg_advisory_lock(1)"), pool.query("select pg_advisory_lock(1)")];
  const results = Promise.allSettled(begun);
  const countWaiting = async () =>
    (
      await direct.query(
        "select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted",
      )
    ).rows[0].n;
  await expect.poll(countWaiting, { interval: 10 }).toBeGreaterThanOrEqual(2);
  proxy.stall();
  // From now on the database answers them, but nothing arrives.
  await direct.end();
  for (const result of await results) {
    expect(result.status).toBe("rejected");
    expect(isDatabaseUnavailable((result as PromiseRejectedResult).reason)).toBe(true);
  }
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

it("keeps a transaction that has no statement on its way, and gives up its next one if nothing answers", async () => {
  const client = await pool.connect();
  await client.query("begin");
  const { rows } = await client.query("select pg_backend_pid() as pid");
  await sleep(1_500);
  expect((await client.query("select pg_backend_pid() as pid")).rows).toEqual(rows);
  proxy.stall();
  await expect(client.query("select 1")).rejects.toSatisfy(isDatabaseUnavailable);
  client.release(true);
});
