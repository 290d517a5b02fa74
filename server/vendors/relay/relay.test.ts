import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase, openPool } from "../../kernel/db/database.ts";
import { openNotifications } from "../../kernel/db/notifications.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { startFaultProxy } from "../../testing/providers/fault-proxy.ts";
import { openRedisChoices, startLocalRedis } from "../../testing/providers/redis.ts";
import { postgresRelay } from "../postgres.ts";
import { openRedis, redisRelay } from "../redis.ts";
import type { Relay } from "./port.ts";

/* The contract of the port, for every relay, and an outage of Redis. Includes an installed Redis or Valkey. */

const log = pino({ level: "silent" });
let testDatabase: TestDatabase;
const closing: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  closing.push(() => testDatabase.drop());
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

interface Opened {
  relay: Relay;
  /** Sends a notification in a transaction that is committed, or rolled back. */
  notify(channel: string, payload: string, end: "commit" | "rollback"): Promise<void>;
}

/** The relay of one server. */
async function openServer(
  redisUrl: string | null,
  {
    listenOn = testDatabase.connectionString,
    pingEveryMilliseconds = 10_000,
    answerWithinMilliseconds = 5_000,
  } = {},
): Promise<Opened> {
  const pool = openPool({ connectionString: testDatabase.connectionString, log, max: 2 });
  const notifications = openNotifications({
    connectionString: listenOn,
    log,
    pingEveryMilliseconds,
    answerWithinMilliseconds,
  });
  closing.push(
    () => pool.end(),
    () => notifications.close(),
  );
  const fallback = postgresRelay({ database: openDatabase(pool), notifications });
  const notify: Opened["notify"] = async (channel, payload, end) => {
    const client = await pool.connect();
    await client.query("begin");
    await client.query("select pg_notify($1, $2)", [channel, payload]);
    await client.query(end);
    client.release();
  };
  if (redisUrl === null) return { relay: fallback, notify };
  const redis = await openRedis({ url: redisUrl, log });
  closing.push(() => redis.close());
  return { relay: redisRelay({ redis, fallback, log }), notify };
}

/** A proxy to the test database, and the address of the database through it. */
async function startDatabaseProxy() {
  const { host, port, user, database } = new pg.Client(testDatabase.connectionString);
  const to = host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`;
  const proxy = await startFaultProxy({ to, protocol: "postgres" });
  closing.push(() => proxy.close());
  return { proxy, connectionString: `postgres://${user}@${proxy.host}/${database}` };
}

/** Listens, and returns what arrived; `until` resolves once a payload did. */
async function listen({ relay }: Opened, channel: string) {
  const received: string[] = [];
  const waiting = new Set<() => void>();
  const state = { reconnects: 0 };
  const look = () => {
    for (const check of [...waiting]) check();
  };
  await relay.listen(channel, {
    onNotification(payload) {
      received.push(payload);
      look();
    },
    onReconnect() {
      state.reconnects += 1;
      look();
    },
  });
  const until = (isReached: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isReached()) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  return {
    received,
    state,
    untilReceived: (payload: string) => until(() => received.includes(payload)),
    untilReconnected: () => until(() => state.reconnects > 0),
  };
}

describe.each(openRedisChoices(closing))("a relay through %s", (name, openUrl) => {
  let sender: Opened;
  let other: Opened;
  beforeAll(async () => {
    const url = await openUrl();
    sender = await openServer(url);
    other = await openServer(url);
  });

  it("carries payloads to every server in their order, the sender included", async () => {
    const lines = [await listen(sender, `${name} 1`), await listen(other, `${name} 1`)];
    const texts = Array.from({ length: 50 }, (_, index) => `${index} ${"ü".repeat(index)}`);
    await sender.relay.publish(`${name} 1`, texts.slice(0, 20));
    for (const text of texts.slice(20)) await sender.relay.publish(`${name} 1`, [text]);
    for (const line of lines) {
      await line.untilReceived(texts.at(-1) as string);
      expect(line.received).toEqual(texts);
    }
  });

  it("carries a payload of 7,900 bytes", async () => {
    const line = await listen(other, `${name} 2`);
    const text = "x".repeat(7_900);
    await sender.relay.publish(`${name} 2`, [text]);
    await line.untilReceived(text);
  });

  it("keeps channels apart", async () => {
    const lines = [await listen(other, `${name} 3`), await listen(other, `${name} 4`)];
    await sender.relay.publish(`${name} 3`, ["three"]);
    await sender.relay.publish(`${name} 4`, ["four"]);
    await lines[0]?.untilReceived("three");
    await lines[1]?.untilReceived("four");
    expect(lines.map(({ received }) => received)).toEqual([["three"], ["four"]]);
  });

  it("carries what a transaction notifies once it commits, and nothing of one that was rolled back", async () => {
    const line = await listen(other, `${name} 5`);
    await sender.notify(`${name} 5`, "rolled back", "rollback");
    await sender.notify(`${name} 5`, "committed", "commit");
    await line.untilReceived("committed");
    expect(line.received).toEqual(["committed"]);
  });
});

describe("while Redis is unavailable", () => {
  it.each(["refused", "hang"] as const)(
    "(%s) messages go through PostgreSQL, and listeners catch up when it is back",
    async (fault) => {
      const local = await startLocalRedis();
      const proxy = await startFaultProxy({ to: `127.0.0.1:${local.port}`, protocol: "redis" });
      closing.push(
        () => local.close(),
        () => proxy.close(),
      );
      const url = `redis://${proxy.host}`;
      const [sender, other] = [await openServer(url), await openServer(url)];
      const line = await listen(other, fault);
      await sender.relay.publish(fault, ["before"]);
      await line.untilReceived("before");
      await proxy.fail(fault);
      await sender.relay.publish(fault, ["during"]);
      await line.untilReceived("during");
      await proxy.fail(null);
      await line.untilReconnected();
      await sender.relay.publish(fault, ["after"]);
      await line.untilReceived("after");
    },
    60_000,
  );

  it("listening does not wait for it", async () => {
    const opened = await openServer("redis://127.0.0.1:1");
    const line = await listen(opened, "absent");
    await opened.relay.publish("absent", ["anyway"]);
    await line.untilReceived("anyway");
  });
});

it("a connection to PostgreSQL that nothing passes through any more is replaced", async () => {
  const { proxy, connectionString: listenOn } = await startDatabaseProxy();
  const opened = await openServer(null, { listenOn, pingEveryMilliseconds: 50 });
  const line = await listen(opened, "stalled");
  await opened.relay.publish("stalled", ["before"]);
  await line.untilReceived("before");
  proxy.stall();
  await line.untilReconnected();
  await opened.relay.publish("stalled", ["after"]);
  await line.untilReceived("after");
});

it("a new connection to PostgreSQL that stalls before it listens is replaced", async () => {
  const { proxy, connectionString: listenOn } = await startDatabaseProxy();
  const opened = await openServer(null, { listenOn, answerWithinMilliseconds: 200 });
  const line = await listen(opened, "stalled early");
  proxy.stallNextAt("listen");
  await proxy.fail(null);
  await line.untilReconnected();
  await opened.relay.publish("stalled early", ["after"]);
  await line.untilReceived("after");
});
