import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPool } from "../../kernel/db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { startFaultProxy } from "../../testing/providers/fault-proxy.ts";
import { openRedisChoices, startLocalRedis } from "../../testing/providers/redis.ts";
import { postgresLimits } from "../postgres.ts";
import { openRedis, redisLimits } from "../redis.ts";
import type { OpenLimitCounter } from "./port.ts";

/* The contract of the port, for every store of counts, and the outage of Redis. */

const log = pino({ level: "silent" });
let testDatabase: TestDatabase;
let pool: pg.Pool;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  closing.push(() => testDatabase.drop());
  pool = openPool({ connectionString: testDatabase.connectionString, log, max: 4 });
  closing.push(() => pool.end());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** The counters of one server. */
async function openServer(redisUrl: string | null): Promise<OpenLimitCounter> {
  if (redisUrl === null) return postgresLimits(pool);
  const redis = await openRedis({ url: redisUrl, log });
  closing.push(() => redis.close());
  return redisLimits(redis, pool);
}

describe.each(openRedisChoices(closing))("limits in %s", (name, openUrl) => {
  const rule = { name: `test ${name}`, points: 3, seconds: 60 };
  let servers: OpenLimitCounter[];
  beforeAll(async () => {
    const url = await openUrl();
    servers = [await openServer(url), await openServer(url)];
  });

  it("are shared by all servers, also by calls at the same moment", async () => {
    const counters = servers.map((open) => open(rule));
    const waits = await Promise.all(
      Array.from({ length: 12 }, (_, index) => counters[index % 2]?.consume("together")),
    );
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    for (const wait of waits) expect(wait).toBeLessThanOrEqual(60_000);
  });

  it("count each key and each rule alone, and start again after a reset", async () => {
    const [counter, other] = [servers[0]?.(rule), servers[1]?.({ ...rule, name: `other ${name}` })];
    for (let count = 0; count < 3; count += 1) expect(await counter?.consume("a")).toBe(0);
    expect(await counter?.consume("a")).toBeGreaterThan(0);
    expect(await counter?.consume("b")).toBe(0);
    expect(await other?.consume("a")).toBe(0);
    await counter?.reset("a");
    expect(await counter?.consume("a")).toBe(0);
  });
});

it.each(["refused", "hang"] as const)(
  "while Redis is unavailable (%s), PostgreSQL counts, and no call fails",
  async (fault) => {
    const local = await startLocalRedis();
    const proxy = await startFaultProxy({ to: `127.0.0.1:${local.port}`, protocol: "redis" });
    closing.push(
      () => local.close(),
      () => proxy.close(),
    );
    const open = await openServer(`redis://${proxy.host}`);
    const counter = open({ name: `away ${fault}`, points: 2, seconds: 60 });
    await counter.consume("before");
    expect(local.keys()).toHaveLength(1);
    await proxy.fail(fault);
    expect([await counter.consume("k"), await counter.consume("k")]).toEqual([0, 0]);
    expect(await counter.consume("k")).toBeGreaterThan(0);
    expect(local.keys()).toHaveLength(1);
    await counter.reset("k");
    expect(await counter.consume("k")).toBe(0);
  },
  60_000,
);
