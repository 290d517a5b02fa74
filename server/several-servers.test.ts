import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { EmbeddedPostgres } from "./kernel/db/embedded-postgres.ts";
import { migrate } from "./kernel/db/migrate.ts";
import { type LaggingReads, openReplica } from "./kernel/db/replica.ts";
import {
  type BookedInterview,
  createBookedInterview,
  recordInterview,
} from "./schedule/bookings/bookings.testing.ts";
import {
  createTestApp,
  readiness,
  type SecondServer,
  type SignedUpUser,
  type SpawnedServer,
  spawnServer,
  startSecondServer,
  type TestApp,
} from "./testing/app.ts";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { type Standby, startStandby, startThrowawayPostgres } from "./testing/postgres.ts";
import { type FaultProxy, startFaultProxy } from "./testing/providers/fault-proxy.ts";
import { type LocalRedis, startLocalRedis } from "./testing/providers/redis.ts";
import { connectRoomClient, getTicket, openPadClient } from "./testing/rooms.ts";

describe("two servers", () => {
  /* Two real servers on one database, behind a client that alternates between them like a load balancer. */

  let database: TestDatabase;
  let pool: pg.Pool;
  let dataDirectory: string;
  const servers: SpawnedServer[] = [];
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.connectionString, max: 2 });
    dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-two-"));
    servers.push(...(await Promise.all([startServer(), startServer()])));
  }, 240_000);
  afterAll(async () => {
    for (const child of children) child.kill("SIGKILL");
    await pool.end();
    await database.drop();
    await rm(dataDirectory, { recursive: true, force: true });
  });

  const startServer = (port?: number) =>
    spawnServer(
      {
        DATABASE_URL: database.connectionString,
        GREENROOM_DATA: dataDirectory,
        GREENROOM_DRAIN_SECONDS: "2",
      },
      children,
      port,
    );

  /** Creates a person with a sign-in directly in SQL, because signing up is not tested here. */
  async function person(role: string): Promise<{ id: string; token: string }> {
    const token = randomUUID();
    const { rows } = await pool.query(
      `with person as (
       insert into users (id, email, first_name, mobile_number, password_hash, role, password_changed_at, created_at)
         values (gen_random_uuid(), gen_random_uuid() || '@test.example', 'Test', '', 'none', $1, now(), now()) returning id),
     session as (
       insert into auth_sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
         select gen_random_uuid(), id, sha256(convert_to($2, 'UTF8')), now(), now(), now() + interval '1 day' from person),
     lot as (
       insert into credit_lots (id, user_id, source, sessions, price_paise, granted_at)
         select gen_random_uuid(), id, 'gift', 1, 0, now() from person returning id, user_id)
     insert into credits (id, lot_id, user_id, ordinal, value_paise, granted_at)
       select gen_random_uuid(), id, user_id, 1, 0, now() from lot returning user_id as id, lot_id`,
      [role, token],
    );
    const { id, lot_id: lotId } = rows[0];
    await pool.query(
      "insert into ledger_entries (user_id, kind, delta, lot_id, reason, created_at) values ($1, 'grant', 1, $2, 'A gift', now())",
      [id, lotId],
    );
    return { id, token };
  }

  async function call(
    server: SpawnedServer | undefined,
    method: string,
    path: string,
    token?: string,
    body?: unknown,
  ) {
    const response = await fetch((server?.url ?? "") + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? null : JSON.parse(text) };
  }

  it("share sign-ins and limits", async () => {
    const [first, second] = servers;
    const { token } = await person("interviewee");
    expect((await call(first, "GET", "/api/user/profile", token)).status).toBe(200);
    expect((await call(second, "POST", "/api/auth/signout", token)).status).toBe(204);
    expect((await call(first, "GET", "/api/user/profile", token)).status).toBe(401);
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) {
      // One address gets three confirmations a day.
      const message = { name: "A", email: `a${count}@test.example`, message: "Hello" };
      statuses.push((await call(servers[count % 2], "POST", "/api/contact", undefined, message)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  }, 120_000);

  it("share the jobs: the mails for ten messages are sent once, by either server", async () => {
    const left = async () => {
      const { rows } = await pool.query(
        "select count(*)::int as n from pgboss.job where name like 'contact.%' and state < 'completed'",
      );
      return rows[0].n;
    };
    await expect.poll(left, { timeout: 60_000, interval: 200 }).toBe(0);
    const mails = (await readdir(join(dataDirectory, "mail"))).filter((name) => name.endsWith(".eml"));
    // One to us and one to the sender for each message.
    expect(mails).toHaveLength(20);
  }, 120_000);

  it("show each other's slots and bookings within seconds, and sell no slot twice", async () => {
    const [first, second] = servers;
    const [interviewer, one, other] = [
      await person("interviewer"),
      await person("interviewee"),
      await person("interviewee"),
    ];
    const startTime = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 48 * 3_600_000).toISOString();
    const isShownBy = async (server: SpawnedServer | undefined) => {
      const { body } = await call(server, "GET", "/api/user/slots", other.token);
      return body.some(
        (slot: { interviewerId: { _id: string } }) => slot.interviewerId._id === interviewer.id,
      );
    };
    // Both have a cached list, which they reload only when it is too old.
    expect([await isShownBy(first), await isShownBy(second)]).toEqual([false, false]);
    const offered = await call(first, "POST", "/api/interviewer/availability", interviewer.token, {
      slotTime: startTime,
    });
    expect(offered.status).toBe(201);
    expect(await isShownBy(first)).toBe(true);
    await expect.poll(() => isShownBy(second)).toBe(true);
    const body = { startTime, interviewerId: interviewer.id };
    expect((await call(second, "POST", "/api/user/bookings", one.token, body)).status).toBe(201);
    expect(await isShownBy(second)).toBe(false);
    // The first server may still show the slot for a moment, but booking checks the database.
    expect((await call(first, "POST", "/api/user/bookings", other.token, body)).status).toBe(409);
    await expect.poll(() => isShownBy(first)).toBe(false);
  }, 120_000);

  it("can be replaced one after the other without a failed call", async () => {
    const { token } = await person("interviewee");
    const failures: string[] = [];
    let answered = 0;
    let isOver = false;
    const client = (async () => {
      for (let turn = 0; !isOver && turn < 100_000; turn += 1) {
        // Like a load balancer: skips a server that refuses the connection; any response is final.
        const order = turn % 2 === 0 ? [...servers] : [...servers].reverse();
        const answers = order.map((server) => () => call(server, "GET", "/api/user/profile", token));
        const answer = await answers[0]?.().catch(() => answers[1]?.());
        if (answer?.status === 200) answered += 1;
        else failures.push(`${turn}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
        await sleep(20);
      }
    })().catch((error: Error) => failures.push(String(error.cause ?? error)));

    for (const [index, { child, url }] of servers.entries()) {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      // At first it reports that it is not ready, and continues to serve.
      await expect.poll(() => readiness(url), { interval: 50 }).toBe(503);
      expect(await ended).toEqual([0, null]);
      servers[index] = await startServer(Number(new URL(url).port));
    }
    isOver = true;
    await client;
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(20);
  }, 400_000);
});

describe("redis", () => {
  /* Two servers that share their rooms and limits through Redis, also while it is unavailable. */

  let redis: LocalRedis;
  let proxy: FaultProxy;
  let app: TestApp;
  let second: SecondServer;
  let booked: BookedInterview;
  let id: string;
  beforeEach(async () => {
    redis = await startLocalRedis();
    proxy = await startFaultProxy({ to: `127.0.0.1:${redis.port}`, protocol: "redis" });
    app = await createTestApp({
      environment: { GREENROOM_REDIS_URL: `redis://${proxy.host}`, GREENROOM_RATE_LIMIT_FACTOR: "1" },
    });
    second = await startSecondServer(app);
    booked = await createBookedInterview(app);
    id = booked.booking._id;
    app.clock.set(new Date(booked.booking.startTime));
  });
  afterEach(async () => {
    await second.close();
    await app.close();
    await proxy.close();
    await redis.close();
  });

  const join = async (person: SignedUpUser, at: { url: string }) =>
    await connectRoomClient(at, id, await getTicket(app, id, person.token));

  /** The interviewee on the first server and the interviewer on the second, both in the room. */
  async function joinBoth() {
    const [interviewee, interviewer] = [
      await join(booked.interviewee, app),
      await join(booked.interviewer, second),
    ];
    await interviewee.next("room", ({ room }) => room.parties.every(({ isPresent }) => isPresent));
    await interviewer.next("welcome");
    return { interviewee, interviewer };
  }

  it("carries chat, code and the events of transactions between the servers", async () => {
    const { interviewee, interviewer } = await joinBoth();
    interviewee.send({ type: "chat", id: randomUUID(), body: "Through Redis" });
    expect((await interviewer.next("chat")).message.body).toBe("Through Redis");
    const [typing, reading] = [openPadClient(interviewee), openPadClient(interviewer)];
    await typing.sync();
    await reading.sync();
    typing.type((text) => text.insert(0, "def"));
    expect(await reading.receive()).toBe("def");
    expect(redis.published.filter((payload) => payload.includes('"type":"chat"'))).toHaveLength(1);
    expect(redis.published.filter((payload) => payload.includes('"type":"code"'))).toHaveLength(1);
    await recordInterview(app, id);
    await app.post(booked.interviewer, `/api/interviewer/bookings/${id}/complete`);
    for (const line of [interviewee, interviewer])
      await line.next("room", ({ room }) => room.status === "completed");
  });

  it("loses nothing while Redis is unavailable, and makes the pages catch up when it is back", async () => {
    const { interviewee, interviewer } = await joinBoth();
    await proxy.fail("refused");
    interviewee.send({ type: "chat", id: randomUUID(), body: "Through PostgreSQL" });
    expect((await interviewer.next("chat")).message.body).toBe("Through PostgreSQL");
    const [typing, reading] = [openPadClient(interviewee), openPadClient(interviewer)];
    await typing.sync();
    await reading.sync();
    typing.type((text) => text.insert(0, "kept"));
    expect(await reading.receive()).toBe("kept");
    await proxy.fail(null);
    expect(await Promise.all([interviewee.closed, interviewer.closed])).toEqual([1012, 1012]);
    const back = openPadClient(await join(booked.interviewer, second));
    await back.sync();
    expect(back.text.toString()).toBe("kept");
  });

  it("counts limits for both servers in Redis, and in PostgreSQL while it is unavailable", async () => {
    const send = async (count: number, at: string) => {
      const body = JSON.stringify({ name: "A", email: `a${count}@test.example`, message: "Hello" });
      const headers = { "content-type": "application/json" };
      return (await fetch(`${at}/api/contact`, { method: "POST", headers, body })).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push(await send(count, count % 2 === 0 ? app.url : second.url));
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect(redis.keys().some((key) => key.startsWith("greenroom:limit:contact-by-address:"))).toBe(true);
    await proxy.fail("refused");
    const during: number[] = [];
    for (let count = 11; count < 22; count += 1) during.push(await send(count, app.url));
    expect(during).toEqual([...Array(10).fill(200), 429]);
  });
});

describe("replica", () => {
  /* A real streaming replica, which is paused and stopped: reads that may lag use it only while it is
   fresh. */

  let primary: EmbeddedPostgres;
  let standby: Standby;
  let app: TestApp;
  let onStandby: pg.Client;
  let interviewee: SignedUpUser;

  beforeAll(async () => {
    primary = await startThrowawayPostgres();
    const { connectionString } = primary;
    const pool = new pg.Pool({ connectionString, max: 1 });
    await migrate(pool, () => undefined).finally(() => pool.end());
    standby = await startStandby(connectionString);
    onStandby = new pg.Client({ connectionString: standby.connectionString });
    onStandby.on("error", () => undefined); // The test stops the replica.
    await onStandby.connect();
    app = await createTestApp({
      database: { connectionString, drop: async () => undefined },
      environment: {
        DATABASE_URL: connectionString,
        GREENROOM_REPLICA_URL: standby.connectionString,
        GREENROOM_REPLICA_MAX_LAG_SECONDS: "2",
      },
    });
    interviewee = await app.signUp();
  }, 240_000);
  afterAll(async () => {
    await app.close();
    await standby.stop();
    await primary.stop();
  });

  const listNames = async () => {
    const { status, body } = await app.get(interviewee, "/api/user/interviewers");
    expect(status).toBe(200);
    return body.map(({ firstName }: { firstName: string }) => firstName);
  };
  /** Which server answers a read that may lag. */
  const answeredBy = async (reads: LaggingReads = app.deps.lagging) => {
    const { rows } = await reads.read((database) =>
      sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(database),
    );
    return rows[0]?.isReplica ? "replica" : "primary";
  };
  const untilAnsweredBy = (name: string) => expect.poll(() => answeredBy(), { interval: 100 }).toBe(name);

  it("answers reads that may lag while it is fresh, and returns a change once it has replayed it", async () => {
    await untilAnsweredBy("replica");
    await app.signUpInterviewer({ firstName: "Asha" });
    await expect.poll(listNames, { interval: 100 }).toEqual(["Asha"]);
  });

  it("is not used while it lags more than the setting allows", async () => {
    await untilAnsweredBy("replica");
    await onStandby.query("select pg_wal_replay_pause()");
    await app.signUpInterviewer({ firstName: "Bela" });
    await untilAnsweredBy("primary");
    expect(await listNames()).toEqual(["Asha", "Bela"]);
    await onStandby.query("select pg_wal_replay_resume()");
    await untilAnsweredBy("replica");
    await expect.poll(listNames, { interval: 100 }).toEqual(["Asha", "Bela"]);
  });

  it("fails no read when it ends a connection", async () => {
    const { pool, log } = app.deps;
    const url = standby.connectionString;
    // Tolerates any lag, so that a busy machine does not decide which server is asked.
    const tolerant = openReplica({ primary: pool, url, maxLagSeconds: 300, log });
    await expect.poll(() => answeredBy(tolerant), { interval: 100 }).toBe("replica");
    let tries = 0;
    const answer = await tolerant.read(async (database) => {
      tries += 1;
      if (tries === 1) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(database);
      return "from the primary";
    });
    expect([answer, tries]).toEqual(["from the primary", 2]);
    await tolerant.close();
  });

  it("can be the primary by mistake: then it is not used", async () => {
    const { pool, log } = app.deps;
    const wrong = openReplica({ primary: pool, url: primary.connectionString, maxLagSeconds: 300, log });
    const { rows } = await wrong.read((database) =>
      sql`select pg_is_in_recovery() as answer`.execute(database),
    );
    expect(rows).toEqual([{ answer: false }]);
    await wrong.close();
  });

  it("can disappear: every read goes to the primary", async () => {
    await untilAnsweredBy("replica");
    await onStandby.end();
    await standby.stop();
    expect(await listNames()).toEqual(["Asha", "Bela"]);
    expect(await answeredBy()).toBe("primary");
  });
});
