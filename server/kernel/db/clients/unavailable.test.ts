import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jobHandlers } from "../../../job-handlers.ts";
import { grantTestCredits, hoursFromNow, offerSlot } from "../../../schedule/bookings/bookings.testing.ts";
import { type ApiResponse, createTestApp, type TestApp } from "../../../testing/app.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../embedded/embedded.ts";
import { checkInvariants } from "../invariants.ts";
import { migrate } from "../migrate.ts";

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
    const answer = await app.call("POST", "/api/user/bookings", { token, body });
    // The caller of an unanswered booking does not know whether it was made, so it asks again later.
    if (answer.status === 503) times.unshift(startTime);
    await sleep(200);
    return answer;
  };
  const callers = [
    keepCalling(() => app.call("GET", "/api/user/profile", { token })),
    keepCalling(() => app.call("GET", "/api/user/slots", { token })),
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
