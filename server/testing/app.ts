import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { type Logger, pino } from "pino";
import PostalMime, { type Email } from "postal-mime";
import { createApp, type TimeLimits } from "../app.ts";
import { createDeps } from "../create-deps.ts";
import { grantOperator } from "../desk/grant-operator.ts";
import { jobHandlers } from "../job-handlers.ts";
import { readConfig } from "../kernel/config/config.ts";
import type { Environment } from "../kernel/config/environment.ts";
import type { Deps, DepsOverrides } from "../kernel/deps.ts";
import { createSignedUpUser } from "../people/accounts/accounts.testing.ts";
import { grantInterviewer } from "../people/interviewers/grant-interviewer.ts";
import type { WorkerPool } from "../workers/worker-pool.ts";
import { FixedClock } from "./clock.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";
import { runJobs } from "./run-jobs.ts";
import { openTestWorkerPool } from "./servers/spawned-server.ts";

interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface ApiResponse {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response and assert its shape
  body: any;
  headers: Headers;
}

export interface SignedUpUser {
  token: string;
  user: User;
  password: string;
}

export interface TestApp {
  deps: Deps;
  clock: FixedClock;
  /** The address on which it listens: `http://127.0.0.1:port`. */
  url: string;
  /** One call over real HTTP. A string or Buffer body is sent as it is, anything else as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<ApiResponse>;
  /** Runs every waiting job. */
  runJobs(): Promise<number>;
  /** The mails to an address, oldest first. Run the jobs first. */
  mailsTo(email: string): Promise<Email[]>;
  /** Runs the jobs and returns the newest code that was mailed to an address. */
  codeMailedTo(email: string): Promise<string>;
  /** Creates a person who has just signed up, and is signed in. */
  signUp(person?: { email?: string; firstName?: string; lastName?: string }): Promise<SignedUpUser>;
  /** Signs up a person as they do it: with the form and the mailed code. */
  signUpThroughApi(email: string): Promise<SignedUpUser>;
  /** Signs up a person and makes them an interviewer, as the operator's command does. */
  signUpInterviewer(person?: {
    email?: string;
    firstName?: string;
    lastName?: string;
  }): Promise<SignedUpUser>;
  /** Signs up an operator. By default the desk is open in their browser and was confirmed just now. */
  signUpOperator(operator?: { level?: OperatorLevel; isDeskOpen?: boolean }): Promise<SignedUpUser>;
  close(): Promise<void>;
}

/** The initial time of the tests' clock: a Friday noon in India. */
export const testNow = "2026-11-20T06:30:00.000Z";
export const testPassword = "brave-Otter-77!";

interface TestAppOptions {
  environment?: Environment;
  overrides?: DepsOverrides;
  /** Silent by default, unless `TEST_LOG_LEVEL` is set. */
  log?: Logger;
  /** A migrated database outside the shared server. */
  database?: TestDatabase;
  timeLimits?: TimeLimits;
}

let workers: WorkerPool | undefined;

/**
 * One pool of processes for all apps of a test process. A process keeps nothing from one task to the next, and
 * starting one from the sources takes longer than most tests. They end with the test process.
 */
function sharedWorkers(): WorkerPool {
  workers ??= openTestWorkerPool();
  return { ...workers, close: async () => undefined };
}

/** The real app with its own database, a fixed clock and a mail folder, listening on loopback. */
export async function createTestApp({
  environment = {},
  overrides = {},
  log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" }),
  database,
  timeLimits,
}: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = database ?? (await createTestDatabase());
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-app-"));
  const port = await freePort();
  const config = readConfig({
    GREENROOM_DATA: dataDirectory,
    GREENROOM_DEMO: "false",
    // All test people share one address; the tests of limits set their own factor.
    GREENROOM_RATE_LIMIT_FACTOR: "1000",
    HOST: "127.0.0.1",
    PORT: String(port),
    ...environment,
  });
  const clock = new FixedClock(testNow);
  const deps = await createDeps({
    config,
    log,
    connectionString: testDatabase.connectionString,
    secret: "a secret that only tests have, and long enough",
    overrides: { clock, workers: sharedWorkers(), ...overrides },
  });
  const handlers = jobHandlers(deps);
  await deps.jobs.prepare(handlers);
  const app = await createApp(deps, {
    siteDirectory: null,
    ...(timeLimits === undefined ? {} : { timeLimits }),
  });
  await app.listen({ host: config.host, port });
  const url = `http://127.0.0.1:${port}`;
  const mailDirectory = join(dataDirectory, "mail");
  let people = 0;

  const testApp: TestApp = {
    deps,
    clock,
    url,
    async call(method, path, { token, body, headers = {} } = {}) {
      const isRaw = typeof body === "string" || body instanceof Uint8Array || body instanceof FormData;
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      return {
        status: response.status,
        body: isJson && text !== "" ? JSON.parse(text) : text,
        headers: response.headers,
      };
    },
    runJobs: () => runJobs(deps, handlers),
    async mailsTo(email) {
      const names = (await readdir(mailDirectory).catch(() => [] as string[])).filter((name) =>
        name.endsWith(".eml"),
      );
      const mails = await Promise.all(
        names.sort().map(async (name) => PostalMime.parse(await readFile(join(mailDirectory, name)))),
      );
      return mails.filter((mail) => mail.to?.some((to) => to.address === email));
    },
    async codeMailedTo(email) {
      await testApp.runJobs();
      const codes = (await testApp.mailsTo(email)).map((mail) => /\b\d{6}\b/.exec(mail.text ?? "")?.[0]);
      const code = codes.findLast((found) => found !== undefined);
      if (code === undefined) throw new Error(`no code was mailed to ${email}`);
      return code;
    },
    async signUp(person = {}) {
      people += 1;
      const signedUp = await createSignedUpUser(deps, {
        email: person.email ?? `person${people}@test.example`,
        firstName: person.firstName ?? `Person${people}`,
        lastName: person.lastName ?? "Test",
        mobileNumber: "+91 98765 43210",
        password: testPassword,
      });
      return { ...signedUp, password: testPassword };
    },
    async signUpThroughApi(email) {
      const form = { firstName: "Person", lastName: "Test", mobileNumber: "+91 98765 43210" };
      const started = await testApp.call("POST", "/api/auth/signup-start", {
        body: { ...form, email, password: testPassword },
      });
      if (started.status !== 200) throw new Error(`sign-up: ${JSON.stringify(started.body)}`);
      const otp = await testApp.codeMailedTo(email);
      const verified = await testApp.call("POST", "/api/auth/signup-verify", { body: { email, otp } });
      if (verified.status !== 200) throw new Error(`sign-up: ${JSON.stringify(verified.body)}`);
      return { ...(verified.body as { token: string; user: User }), password: testPassword };
    },
    async signUpInterviewer(person = {}) {
      const signedUp = await testApp.signUp(person);
      await grantInterviewer(deps, signedUp.user.email);
      return { ...signedUp, user: { ...signedUp.user, role: "interviewer" } };
    },
    async signUpOperator({ level = "owner", isDeskOpen = true } = {}) {
      const signedUp = await testApp.signUp();
      // Two days ago, because a new owner cannot approve.
      const then = addMinutes(clock.now(), -2 * 24 * 60);
      const granting = { ...deps, clock: { now: () => then } };
      await grantOperator(granting, { email: signedUp.user.email, level, actor: "system" });
      if (isDeskOpen) {
        await deps.pool.query(
          `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
           select id, $2, $2 from auth_sessions where user_id = $1`,
          [signedUp.user._id, clock.now()],
        );
      }
      return { ...signedUp, user: { ...signedUp.user, isOperator: true } };
    },
    async close() {
      await app.close();
      await deps.close();
      await testDatabase.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
  return testApp;
}
