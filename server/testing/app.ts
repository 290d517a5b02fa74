import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { crc32, inflateRawSync } from "node:zlib";
import type { OperatorLevel } from "@greenroom/contract/kernel/endpoint.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import type pg from "pg";
import PgBoss from "pg-boss";
import { type Logger, pino } from "pino";
import type { Email } from "postal-mime";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, expect, inject, vi } from "vitest";
import { createApp, type TimeLimits } from "../app.ts";
import { createDeps } from "../create-deps.ts";
import type { CommandOutput } from "../desk/command-line/commands.ts";
import { parseCommand, runWork } from "../desk/command-line/parse-command.ts";
import { grantOperator } from "../desk/grant-operator.ts";
import { jobHandlers } from "../job-handlers.ts";
import { readConfig } from "../kernel/config/config.ts";
import type { Environment } from "../kernel/config/environment.ts";
import type { Deps, DepsOverrides } from "../kernel/deps.ts";
import type { JobHandler } from "../kernel/jobs.ts";
import { createSignedUpUser } from "../people/accounts/accounts.testing.ts";
import { grantInterviewer } from "../people/interviewers/invitations.ts";
import { openWorkerPool, type WorkerPool } from "../workers/worker-pool.ts";
import { FixedClock } from "./clock.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { freePort } from "./processes.ts";

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

/** Who makes a call. Without a token, somebody who is not signed in. */
type Caller = { token?: string | undefined } | undefined;

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
  get(by: Caller, path: string): Promise<ApiResponse>;
  post(by: Caller, path: string, body?: unknown): Promise<ApiResponse>;
  put(by: Caller, path: string, body?: unknown): Promise<ApiResponse>;
  delete(by: Caller, path: string): Promise<ApiResponse>;
  /** The body of an answer to GET. Throws for any status but 200. */
  read(by: Caller, path: string): Promise<ApiResponse["body"]>;
  /** Runs every waiting job. */
  runJobs(): Promise<number>;
  /** The mails to an address, oldest first, and of those with a subject like this. Run the jobs first. */
  mailsTo(email: string, subject?: RegExp): Promise<Email[]>;
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
  const send = (method: string) => (by: Caller, path: string, body?: unknown) =>
    testApp.call(method, path, { token: by?.token, body });

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
    get: send("GET"),
    post: send("POST"),
    put: send("PUT"),
    delete: send("DELETE"),
    async read(by, path) {
      const { status, body } = await testApp.get(by, path);
      if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
      return body;
    },
    runJobs: () => runJobs(deps, handlers),
    async mailsTo(email, subject = /^/) {
      const names = (await readdir(mailDirectory).catch(() => [] as string[])).filter((name) =>
        name.endsWith(".eml"),
      );
      const mails = await Promise.all(
        names.sort().map(async (name) => PostalMime.parse(await readFile(join(mailDirectory, name)))),
      );
      return mails.filter(
        (mail) => mail.to?.some((to) => to.address === email) && subject.test(mail.subject ?? ""),
      );
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

/** The app of a file's or a block's tests, which is there from the first hook after this call on. */
export function useTestApp(options?: TestAppOptions): TestApp {
  const app = useBeforeAll(() => createTestApp(options));
  afterAll(() => app.close());
  return app;
}

/** What is created before all tests of a file or a block, and is there from the first hook after this call on. */
export const useBeforeAll = <Value extends object>(create: () => Promise<Value>): Value =>
  fill(beforeAll, create);

/** The same before each test. */
export const useBeforeEach = <Value extends object>(create: () => Promise<Value>): Value =>
  fill(beforeEach, create);

function fill<Value extends object>(
  hook: (run: () => Promise<void>) => void,
  create: () => Promise<Value>,
): Value {
  const value = {} as Value;
  hook(async () => {
    Object.assign(value, await create());
  });
  return value;
}

/**
 * Runs every job in this call, also before its time, until none is left; returns how many ran. A job that fails rejects
 * and stays active.
 */
export async function runJobs<Context extends { pool: pg.Pool }>(
  context: Context,
  handlers: readonly JobHandler<Context>[],
): Promise<number> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => context.pool.query(text, values) } });
  for (let count = 0; ; ) {
    // One query for all queues instead of one per queue, because most are empty.
    const { rows } = await context.pool.query<{ name: string }>(
      "select distinct name from pgboss.job where state < 'active'",
    );
    const waiting = new Set(rows.map(({ name }) => name));
    const due = handlers.filter(({ job }) => waiting.has(job.name));
    if (due.length === 0) return count;
    for (const { job, run } of due) {
      for (const { id, data } of await boss.fetch(job.name, { batchSize: 50, ignoreStartAfter: true })) {
        await run(context, data, id);
        await boss.deleteJob(job.name, id);
        count += 1;
      }
    }
  }
}

/** Makes jobs that failed in `runJobs` due again, as the queue does after a while. */
export async function requeueActiveJobs(app: TestApp): Promise<void> {
  await app.deps.pool.query("update pgboss.job set state = 'retry' where state = 'active'");
}

/** Reads and runs one of the operator's commands, as the command line does. */
export async function runCommand(deps: Deps, args: readonly string[]): Promise<CommandOutput> {
  const parsed = parseCommand(args);
  if (parsed.kind !== "work") throw new Error(`${args.join(" ")} does not use the database`);
  return await runWork(deps, parsed.work);
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the server as `npm run build` builds it. */
    builtServer: string;
  }
}

/** A real server in a process of its own, built as for production. */
export interface SpawnedServer {
  url: string;
  child: ChildProcess;
}

/** Waits until it is ready. `children` gets the process at once, so that a failed test can end it. */
export async function spawnServer(
  environment: Environment,
  children: ChildProcess[],
  port?: number,
): Promise<SpawnedServer> {
  const ownPort = port ?? (await freePort());
  const child = spawn(process.execPath, [builtProgram("main")], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      PATH: process.env.PATH,
      PORT: String(ownPort),
      HOST: "127.0.0.1",
      GREENROOM_DEMO: "false",
      ...environment,
    },
  });
  const url = `http://127.0.0.1:${ownPort}`;
  children.push(child);
  await vi.waitFor(async () => expect(await readiness(url)).toBe(200), { timeout: 180_000, interval: 200 });
  return { url, child };
}

/** The file of a built program: the server, its worker processes, or the operator's commands. */
export function builtProgram(name: "main" | "operator" | "worker"): string {
  return join(inject("builtServer"), `${name}.js`);
}

/** The status of `/health/ready`; 0 if nothing listens. */
export async function readiness(url: string): Promise<number> {
  return await fetch(`${url}/health/ready`).then(
    ({ status }) => status,
    () => 0,
  );
}

/**
 * A pool whose processes run the built program, because starting it from the sources takes more than twice the
 * processor time. `scripts/build-for-tests.mjs` builds it for each run of the tests.
 */
export function openTestWorkerPool(options: Parameters<typeof openWorkerPool>[0] = {}): WorkerPool {
  return openWorkerPool({ entry: pathToFileURL(builtProgram("worker")), ...options });
}

export type SecondServer = Awaited<ReturnType<typeof startSecondServer>>;

/** Another server on a test app's database, like a second machine. It listens on loopback and shares the clock. */
export async function startSecondServer(
  { deps: first, clock }: TestApp,
  { log = first.log }: { log?: Logger } = {},
) {
  const deps = await createDeps({
    config: first.config,
    log,
    connectionString: first.pool.options.connectionString as string,
    secret: "the same as the first one's, which tests do not need",
    overrides: { clock },
  });
  const server = await createApp(deps, { siteDirectory: null });
  const url = await server.listen({ host: "127.0.0.1", port: 0 });
  let closing: Promise<void> | undefined;
  return {
    url,
    close() {
      closing ??= server.close().then(() => deps.close());
      return closing;
    },
  };
}

/** Signs in with a password, by default that of every test's person. */
export const signInAs = (app: TestApp, email: string, password = testPassword): Promise<ApiResponse> =>
  app.call("POST", "/api/auth/signin-password", { body: { email, password } });

/** A browser that keeps its cookies, with its own network address (`GREENROOM_TRUSTED_PROXIES=1`). */
export interface TestBrowser {
  post(path: string, body: unknown, token?: string): Promise<ApiResponse>;
  /** The complete `Set-Cookie` header of the last response. */
  setCookie(): string;
}

export const chromeOnWindows =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

export function openBrowser(
  app: TestApp,
  { address = "203.0.113.1", userAgent = chromeOnWindows } = {},
): TestBrowser {
  let cookie: string | null = null;
  return {
    async post(path, body, token) {
      const answer = await app.call("POST", path, {
        body,
        token,
        headers: {
          "user-agent": userAgent,
          "x-forwarded-for": address,
          ...(cookie === null ? {} : { cookie: cookie.split(";")[0] as string }),
        },
      });
      cookie = answer.headers.get("set-cookie") ?? cookie;
      return answer;
    },
    setCookie: () => cookie ?? "",
  };
}

/** Deletes a person's account as its page does, with the mailed code. */
export async function deleteOwnAccount(app: TestApp, { token, user }: SignedUpUser): Promise<void> {
  const path = "/api/user/account-deletion";
  expect((await app.call("POST", `${path}/start`, { token })).status).toBe(200);
  const { consequences } = (await app.call("GET", path, { token })).body;
  const otp = await app.codeMailedTo(user.email);
  const body = { otp, readConsequences: consequences };
  expect((await app.call("POST", `${path}/confirm`, { token, body })).status).toBe(200);
}

/** The files of a zip by name, from its directory at the end, as programs for zips read it. */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    const head = zip.readUInt32LE(at + 42);
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const content = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    expect([crc32(content), content.length]).toEqual([zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 24)]);
    files.set(zip.subarray(at + 46, nameEnd).toString(), content);
    at = nameEnd + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  expect(at).toBe(end);
  return files;
}

/** A user's download of their own data: the files of the zip by name. */
export async function downloadOwnData(
  app: TestApp,
  { token }: { token: string },
): Promise<Map<string, Buffer>> {
  const response = await fetch(`${app.url}/api/user/my-data`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get("content-type")).toBe("application/zip");
  return unzip(Buffer.from(await response.arrayBuffer()));
}

/** The rows of a user's download, as the text of its file. */
export async function downloadOwnRows(app: TestApp, user: { token: string }): Promise<string> {
  const rows = (await downloadOwnData(app, user)).get("data.json");
  if (rows === undefined) throw new Error("the download has no data.json");
  return rows.toString();
}

/** The headers of a request for a WebSocket, as lines of HTTP. */
export const upgradeHeaders = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  `Sec-WebSocket-Key: ${"A".repeat(22)}==`,
  "",
].join("\r\n");
