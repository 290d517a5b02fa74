import { chmod, mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { giveCredits, hoursOn, offer } from "../domains/bookings/bookings.testing.ts";
import { jobHandlers } from "../jobs/handlers.ts";
import { type Answer, createTestApp, type TestApp } from "../testing/app.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";
import { checkInvariants } from "./invariants.ts";
import { migrate } from "./migrate.ts";

/* The database goes away for seconds under load, and comes back: once as a restart, once by being killed. */

let directory: string;
let postgres: EmbeddedPostgres;
let app: TestApp;

const start = () =>
  startEmbeddedPostgres({ dataDirectory: directory, log: () => undefined, settings: { fsync: "off" } });

beforeAll(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), "greenroom-away-"));
  await chmod(directory, 0o755); // Run by root, PostgreSQL has an account of its own, which must get in.
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

it("answers 503 while the database is away and never 500, then goes on by itself: calls, bookings, jobs", async () => {
  const [interviewer, interviewee] = [await app.signUpInterviewer(), await app.signUp()];
  await giveCredits(app, interviewee, { sessions: 200 });
  const times = Array.from({ length: 200 }, (_, index) => hoursOn(app, 24 + index));
  for (const time of times) await offer(app, interviewer, time);
  await app.runJobs();
  await app.deps.jobs.work(app.deps, jobHandlers(app.deps));

  const answers: Answer[] = [];
  let isOver = false;
  const keepCalling = async (call: () => Promise<Answer>) => {
    for (let count = 0; !isOver && count < 5_000; count += 1) {
      answers.push(await call());
      await sleep(10);
    }
  };
  const { token } = interviewee;
  const book = async () => {
    const startTime = times.pop() ?? hoursOn(app, 24);
    const body = { startTime, interviewerId: interviewer.user._id };
    const answer = await app.call("POST", "/api/user/bookings", { token, body });
    // Not answered is not sold, as far as its caller knows: it is asked for again later.
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
  const answersLike = async (isLike: (answer: Answer) => boolean) => {
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
  // The worker goes on too: every booking is announced, and the mails go out.
  const unannounced = async () => {
    const { rows } = await app.deps.pool.query(
      `select (select count(*) from bookings where announced_at is null)
         + (select count(*) from pgboss.job where name = 'bookings.mail-confirmation' and state < 'completed') as n`,
    );
    return rows[0].n;
  };
  await expect.poll(unannounced, { timeout: 90_000, interval: 500 }).toBe(0);
}, 400_000);
