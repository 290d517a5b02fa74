import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jobHandlers } from "../../job-handlers.ts";
import { grantTestCredits, hoursFromNow, offerSlot } from "../../schedule/bookings/bookings.testing.ts";
import { type ApiResponse, createTestApp, type TestApp } from "../../testing/app.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { type FaultProxy, startFaultProxy } from "../../testing/providers/fault-proxy.ts";
import { openPool } from "./database.ts";
import { isDatabaseUnavailable } from "./database-errors.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded-postgres.ts";
import { checkInvariants } from "./invariants.ts";
import { migrate } from "./migrate.ts";

describe("preparing client", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** The statements that the database has prepared after a pool's only connection ran these, one after the other. */
  async function findPrepared(texts: string[]): Promise<string[]> {
    const pool = openPool({
      connectionString: database.connectionString,
      log: pino({ level: "silent" }),
      max: 1,
    });
    try {
      for (const text of texts) await pool.query(text, [1]);
      const { rows } = await pool.query("select statement from pg_prepared_statements order by prepare_time");
      return rows.map(({ statement }) => statement);
    } finally {
      await pool.end();
    }
  }

  const twice = (texts: string[]) => texts.flatMap((text) => [text, text]);

  it("keeps the plan of a statement that multiplies, and of none with a star", async () => {
    const products = ["select ($1::int) * (2) as product", "select upper($1::text)\n  || 'x' as text"];
    const stars = ["* from users", "users.* from users", "id, * from users", "count(*) from users"];
    expect(
      await findPrepared(twice([...products, ...stars.map((text) => `select ${text} where id::text = $1`)])),
    ).toEqual(products);
  });

  it("keeps the plan of a statement that runs again, however many others ran once before", async () => {
    const others = Array.from({ length: 1_100 }, (_, index) => `select $1::int + ${index} as sum`);
    const again = "select $1::int as again";
    expect(await findPrepared([...others, again, again])).toEqual([again]);
  });

  it("keeps at most a thousand plans, and none of a very long statement", async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => `select $1::int - ${index} as difference`);
    const long = `select $1::int as long /* ${"x".repeat(10_000)} */`;
    expect(await findPrepared(twice([long, ...many]))).toEqual(many.slice(0, 1_000));
  });
});

describe("is unavailable", () => {
  const withCode = (code: string) => Object.assign(new Error("as the driver reports it"), { code });

  it.each([
    ["the machine is gone", "EHOSTUNREACH"],
    ["its network is gone", "ENETUNREACH"],
    ["nobody answers", "ETIMEDOUT"],
    ["the name is not known", "ENOTFOUND"],
    ["the resolver does not answer", "EAI_AGAIN"],
    ["nothing listens", "ECONNREFUSED"],
    ["a standby that only reads", "25006"],
    ["the server shuts down", "57P01"],
    ["too many connections", "53300"],
    ["the connection broke", "08006"],
  ])("the database is unavailable if %s (%s)", (_case, code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(true);
  });

  it.each(["23505", "40001", "42601", "22023"])("a statement that fails with %s is no outage", (code) => {
    expect(isDatabaseUnavailable(withCode(code))).toBe(false);
  });

  it("the database is unavailable if its Unix socket is missing, but not if any other file is", () => {
    const missing = (syscall: string) => Object.assign(withCode("ENOENT"), { syscall });
    expect(isDatabaseUnavailable(missing("connect"))).toBe(true);
    expect(isDatabaseUnavailable(missing("statfs"))).toBe(false);
  });
});

describe("unavailable", () => {
  /* Under load, the database becomes unavailable for seconds and comes back: once by a restart, once by a
   kill. */

  let directory: string;
  let postgres: EmbeddedPostgres;
  let app: TestApp;

  const start = () =>
    startEmbeddedPostgres({ dataDirectory: directory, log: () => undefined, settings: { fsync: "off" } });

  beforeAll(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), "greenroom-away-"));
    // If root runs the test, PostgreSQL runs under another account, which needs access to the folder.
    await chmod(directory, 0o755);
    postgres = await start();
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 1 });
    await migrate(pool, () => undefined).finally(() => pool.end());
    const { connectionString } = postgres;
    app = await createTestApp({ database: { connectionString, drop: async () => undefined } });
  }, 120_000);
  afterAll(async () => {
    await app.close();
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  });

  it("answers 503 while the database is unavailable and never 500, then recovers: calls, bookings, jobs", async () => {
    const [interviewer, interviewee] = [await app.signUpInterviewer(), await app.signUp()];
    await grantTestCredits(app, interviewee, { sessions: 200 });
    const times = Array.from({ length: 200 }, (_, index) => hoursFromNow(app, 24 + index));
    for (const time of times) await offerSlot(app, interviewer, time);
    await app.runJobs();
    await app.deps.jobs.work(app.deps, jobHandlers(app.deps));

    const answers: ApiResponse[] = [];
    let isOver = false;
    const keepCalling = async (call: () => Promise<ApiResponse>) => {
      for (let count = 0; !isOver && count < 5_000; count += 1) {
        answers.push(await call());
        await sleep(10);
      }
    };
    const { token } = interviewee;
    const book = async () => {
      const startTime = times.pop() ?? hoursFromNow(app, 24);
      const body = { startTime, interviewerId: interviewer.user._id };
      const answer = await app.post({ token }, "/api/user/bookings", body);
      // The caller of an unanswered booking does not know whether it was made, so it asks again later.
      if (answer.status === 503) times.unshift(startTime);
      await sleep(200);
      return answer;
    };
    const callers = [
      keepCalling(() => app.get({ token }, "/api/user/profile")),
      keepCalling(() => app.get({ token }, "/api/user/slots")),
      keepCalling(() => app.call("GET", "/health/ready")),
      keepCalling(book),
      keepCalling(book),
    ];
    const answersLike = async (isLike: (answer: ApiResponse) => boolean) => {
      const from = answers.length;
      await expect.poll(() => answers.slice(from).some(isLike), { timeout: 120_000 }).toBe(true);
    };

    await answersLike(({ status }) => status === 201);
    await postgres.stop();
    await answersLike(({ status }) => status === 503);
    await sleep(2_000);
    postgres = await start();
    await answersLike(({ status }) => status === 201);
    isOver = true;
    await Promise.all(callers);

    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].filter((status) => ![200, 201, 409, 503].includes(status))).toEqual([]);
    for (const { status, headers, body } of answers) {
      if (status !== 503) continue;
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      expect(body.code).toBe("unavailable");
    }
    expect((await checkInvariants(app.deps.database)).filter(({ broken }) => broken > 0)).toEqual([]);
    // The worker recovers too: every booking is announced, and its mails are sent.
    const unannounced = async () => {
      const { rows } = await app.deps.pool.query(
        `select (select count(*) from bookings where announced_at is null)
         + (select count(*) from pgboss.job where name = 'bookings.mail-confirmation' and state < 'completed') as n`,
      );
      return rows[0].n;
    };
    await expect.poll(unannounced, { timeout: 90_000, interval: 500 }).toBe(0);
  }, 400_000);

  it("answers 503 while the database's disk is full", async () => {
    // PostgreSQL's error when it cannot extend a file.
    await app.deps.pool.query(
      `create function fill_disk() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
     create trigger disk_is_full before insert on contact_messages for each row execute function fill_disk()`,
    );
    const body = { name: "Ada", email: "ada@test.example", message: "Do you have interviews on Sundays?" };
    const refused = await app.call("POST", "/api/contact", { body });
    expect([refused.status, refused.body.code]).toEqual([503, "unavailable"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    await app.deps.pool.query("drop trigger disk_is_full on contact_messages");
    expect((await app.call("POST", "/api/contact", { body })).status).toBe(200);
  });
});

describe("silent connection", () => {
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
});
