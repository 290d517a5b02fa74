import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/database.ts";
import { readiness, type SpawnedServer, spawnServer } from "./testing/servers/spawned-server.ts";

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
    return body.some((slot: { interviewerId: { _id: string } }) => slot.interviewerId._id === interviewer.id);
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
