import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { User } from "@greenroom/contract/accounts.ts";
import { type Logger, pino } from "pino";
import PostalMime, { type Email } from "postal-mime";
import { createApp } from "../app.ts";
import { readConfig } from "../config.ts";
import { createDeps, type Deps, type DepsOverrides } from "../deps.ts";
import { grantInterviewer } from "../domains/operator/grant-interviewer.ts";
import type { Environment } from "../environment.ts";
import { jobHandlers } from "../jobs/handlers.ts";
import { FixedClock } from "./clock.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";

interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came back, and say what it should be
  body: any;
  headers: Headers;
}

export interface SignedUp {
  token: string;
  user: User;
  password: string;
}

export interface TestApp {
  deps: Deps;
  clock: FixedClock;
  /** Where it listens: `http://127.0.0.1:port`. */
  url: string;
  /** One call over real HTTP. A string or Buffer body is sent as it is, anything else as JSON. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Runs every job that is waiting. */
  runJobs(): Promise<number>;
  /** The mails to an address, oldest first. Run the jobs first. */
  mailsTo(email: string): Promise<Email[]>;
  /** The code in the newest mail to an address; runs the jobs. */
  codeMailedTo(email: string): Promise<string>;
  /** Signs a person up through the API. */
  signUp(person?: { email?: string; firstName?: string; lastName?: string }): Promise<SignedUp>;
  /** Signs a person up and makes them an interviewer, as the operator's command does. */
  signUpInterviewer(person?: { email?: string; firstName?: string; lastName?: string }): Promise<SignedUp>;
  close(): Promise<void>;
}

/** Where the tests' clock stands at first: a Friday noon in India. */
export const testNow = "2026-11-20T06:30:00.000Z";
export const testPassword = "brave-Otter-77!";

interface TestAppOptions {
  environment?: Environment;
  overrides?: DepsOverrides;
  /** Silent, unless told or `TEST_LOG_LEVEL` is set. */
  log?: Logger;
  /** A migrated database that is not one of the shared server's. */
  database?: TestDatabase;
}

/** The real app over a database of its own, a fixed clock and a mail folder; it listens on loopback. */
export async function createTestApp({
  environment = {},
  overrides = {},
  log = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" }),
  database,
}: TestAppOptions = {}): Promise<TestApp> {
  const testDatabase = database ?? (await createTestDatabase());
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-app-"));
  const port = await freePort();
  const config = readConfig({
    GREENROOM_DATA: dataDirectory,
    GREENROOM_DEMO: "false",
    // Every test person calls from one address; the tests of limits set their own.
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
    overrides: { clock, ...overrides },
  });
  const handlers = jobHandlers(deps);
  await deps.jobs.prepare(handlers);
  const app = await createApp(deps, { siteDirectory: null });
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
    runJobs: () => deps.jobs.drain(deps, handlers),
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
      const newest = (await testApp.mailsTo(email)).at(-1);
      const code = /\b\d{6}\b/.exec(newest?.text ?? "")?.[0];
      if (code === undefined) throw new Error(`no code was mailed to ${email}`);
      return code;
    },
    async signUp(person = {}) {
      people += 1;
      const email = person.email ?? `person${people}@test.example`;
      const started = await testApp.call("POST", "/api/auth/signup-start", {
        body: {
          firstName: person.firstName ?? `Person${people}`,
          lastName: person.lastName ?? "Test",
          email,
          mobileNumber: "+91 98765 43210",
          password: testPassword,
        },
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
    async close() {
      await app.close();
      await deps.close();
      await testDatabase.drop();
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
  return testApp;
}
