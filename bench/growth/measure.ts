import { createHash } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { pino } from "pino";
import { createApp } from "../../server/app.ts";
import { createDeps } from "../../server/create-deps.ts";
import { grantOperator } from "../../server/desk/grant-operator.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import { readConfig } from "../../server/kernel/config/config.ts";
import type { Deps } from "../../server/kernel/deps.ts";
import { clearSlotCache } from "../../server/schedule/availability/open-slots.ts";

import { firstCurrent, generatedId, measuredInterviewee, measuredInterviewer } from "./history.ts";

/** The input of measured calls. */
export interface MeasuredContext {
  deps: Deps;
  app: FastifyInstance;
  /** Bearer tokens of an average interviewee and an average interviewer. */
  intervieweeToken: string;
  interviewerToken: string;
  /** Of an owner with an open desk. */
  operatorToken: string;
}

/** One line of the result. To measure something else, add an entry to one of the lists below. */
export interface Measured {
  group: "calls" | "jobs";
  name: string;
  /** Runs before each timed run and is not timed. */
  prepare?(context: MeasuredContext): void | Promise<void>;
  /** Runs once, after the first run, which is not counted. */
  afterFirstRun?(context: MeasuredContext): Promise<void>;
  /** Returns its result, or null if it has none. */
  run(context: MeasuredContext): Promise<Result | null>;
}

interface Result {
  bytes: number;
  /** Null if it is not a list. Called after the time was taken. */
  countRows(): number | null;
}

/** What people and the periodic jobs wait for. */
export function listMeasured(deps: Deps): Measured[] {
  return [
    call("slots of one week, cold", "interviewee", () => `user/slots?${days(1, 8)}`, clearSlots),
    call("slots of one week, warm", "interviewee", () => `user/slots?${days(1, 8)}`),
    call("slots without a window, cold", "interviewee", () => "user/slots", clearSlots),
    call("slots without a window, warm", "interviewee", () => "user/slots"),
    call("mentors", "interviewee", () => "mentors"),
    call("mentors of a day", "interviewee", () => "mentors?topic=python&day=mon&part=evening&sort=soonest"),
    call("a mentor", "interviewee", () => `mentors/interviewer${measuredInterviewer}`),
    call("my bookings", "interviewee", () => "user/bookings"),
    call("my sessions", "interviewee", () => "user/sessions"),
    call("my feedback", "interviewee", () => "user/feedback"),
    call("my purchases", "interviewee", () => "user/purchases"),
    call("my profile", "interviewee", () => "user/profile"),
    call("my data, interviewee", "interviewee", () => "user/my-data"),
    call("my slots, six weeks", "interviewer", () => `interviewer/availability?${days(-2, 40)}`),
    call("my slots without a window", "interviewer", () => "interviewer/availability"),
    call("my interviews", "interviewer", () => "interviewer/bookings"),
    call("interviewer's history", "interviewer", () => "interviewer/history"),
    call("interviewer's figures", "interviewer", () => "interviewer/dashboard-stats"),
    call("earnings", "interviewer", () => "interviewer/earnings"),
    call("my data, interviewer", "interviewer", () => "user/my-data"),
    ...jobHandlers(deps)
      .filter(({ job }) => job.cron !== undefined)
      .map(
        (handler): Measured => ({
          group: "jobs",
          name: handler.job.name,
          async run(context) {
            await handler.run(context.deps, {}, "00000000-0000-7000-8000-000000000000");
            return null;
          },
          ...(handler.job.name === "figures.close-days" ? closingDays : {}),
        }),
      ),
  ];
}

/** The calls of an operator's normal day. */
export function listDeskCalls(): Measured[] {
  const interviewee = generatedId("interviewee", measuredInterviewee);
  const interviewer = generatedId("interviewer", measuredInterviewer);
  const person = new URLSearchParams({ person: "interviewee50@" });
  const day = new URLSearchParams({ from: dayFromNow(-7), to: dayFromNow(-6), order: "earliest" });
  return [
    desk("people, newest", "people"),
    // The searches with the most to sort: a name that everybody has, an address, a number that everybody has.
    ...["Person", "interviewee50@", "+91", "zzqqxx", generatedId("payment", 200)].map((q) =>
      desk(`people by ${q}`, `people?${new URLSearchParams({ q })}`),
    ),
    desk("an interviewee", `people/${interviewee}`),
    desk("an interviewer", `people/${interviewer}`),
    desk("an interviewee's timeline", `people/${interviewee}/timeline`),
    desk("an interviewer's timeline", `people/${interviewer}/timeline`),
    desk("Today", "today"),
    desk("bookings", "bookings"),
    desk("bookings of a person", `bookings?${person}`),
    desk("bookings of a day", `bookings?${day}`),
    desk("bookings of a person's day", `bookings?${day}&${person}`),
    desk("a booking", `bookings/${generatedId("booking", 500)}`),
    desk("no-show disputes", "bookings?disputed=true"),
    desk("payments", "payments"),
    desk("payments of a person", `payments?${person}`),
    desk("a payment", `payments/${generatedId("payment", 200)}`),
    desk("unsent refunds", "refunds"),
    desk("unpaid orders", "orders"),
    desk("payouts due", "payouts/due"),
    desk("payouts paid", "payouts"),
    desk("coupons", "coupons"),
    desk("prices", "prices"),
    desk("figures of a month", `figures?by=day&from=${dateOf(-30)}&to=${dateOf(0)}`),
    desk("figures of a year", `figures?by=month&from=${dateOf(-365)}&to=${dateOf(0)}`),
    desk("figures of cohorts", "figures/cohorts"),
    desk("interviewers' quality", "interviewers"),
    desk("audit log", "audit"),
    desk("audit log by who did it", `audit?${new URLSearchParams({ doneBy: "interviewee50@" })}`),
    // A word that everybody's name has, and one of a single person at every size.
    desk(
      "audit log by whom it is about",
      `audit?${new URLSearchParams({ about: `Person current-interviewee${firstCurrent}` })}`,
    ),
    desk("health", "health"),
  ];
}

const dayFromNow = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
const dateOf = (offset: number) => dayFromNow(offset).slice(0, 10);
const days = (from: number, to: number) => `from=${dayFromNow(from)}&to=${dayFromNow(to)}`;

const clearSlots = { prepare: ({ deps }: MeasuredContext) => clearSlotCache(deps) };

const desk = (name: string, path: string) => call(`desk: ${name}`, "operator", () => `operator/${path}`);

function call(
  name: string,
  caller: "interviewee" | "interviewer" | "operator",
  path: () => string,
  more: Pick<Measured, "prepare"> = {},
): Measured {
  return {
    group: "calls",
    name,
    ...more,
    async run({ app, ...tokens }) {
      const url = `/api/${path()}`;
      const { statusCode, headers, rawPayload } = await app.inject({
        url,
        headers: { authorization: `Bearer ${tokens[`${caller}Token`]}` },
      });
      if (statusCode !== 200) throw new Error(`${url} returned ${statusCode}: ${rawPayload.toString()}`);
      const isJson = String(headers["content-type"]).startsWith("application/json");
      return {
        bytes: rawPayload.length,
        countRows: () => (isJson ? countRows(JSON.parse(rawPayload.toString())) : null),
      };
    },
  };
}

/** Of a list, or of an answer that contains one. */
function countRows(answer: unknown): number | null {
  if (Array.isArray(answer)) return answer.length;
  const lists = Object.values(answer ?? {}).filter(Array.isArray);
  return lists.length === 0 ? null : lists.reduce((sum, list) => sum + list.length, 0);
}

/** Its first run fills the tables of figures; PostgreSQL plans for empty ones until they are analyzed. */
const closingDays: Partial<Measured> = {
  async afterFirstRun({ deps }) {
    await deps.pool.query("analyze figure_days, figure_cohorts");
  },
};

/** The highest time with the most bookings, as a multiple of the time with the fewest. */
const maxGrowth = 1.5;
/** A difference of less than this is within the scatter of a machine that does other things, too. */
const scatterMilliseconds = 1;
/** No answer may be larger. */
const mostBytes = 200_000;
/** Smaller tables may be scanned: an index would not make that faster. */
const mostScannedRows = 5_000;
/** PostgreSQL plans a prepared statement anew five times on each connection before it may keep one plan for all values. */
const warmUpRuns = 6;
/** A call runs at least `fewest` times, and then until it took `milliseconds` at all sizes or ran `most` times. */
const limits = { fewest: 5, most: 41, milliseconds: 6_000 };
/** A query that takes longer is canceled. */
const statementTimeoutSeconds = 120;

/** The server's secret. The generated payout details are encrypted with it. */
export const measurementSecret = "a secret that only this measurement has, and long enough";

/** One entry of the list at one size. */
export interface Measurement {
  name: string;
  /** Milliseconds; null where the call failed. */
  median: number | null;
  bytes: number | null;
  /** Rows of the answer; null if it is not a list. */
  rows: number | null;
  problem?: string;
}

/** A generated database that is measured in the real app, without a network. */
export interface OpenSize {
  context: MeasuredContext;
  list: Measured[];
  close(): Promise<void>;
}

interface OpenOptions {
  connectionString: string;
  dataDirectory: string;
  list: (deps: Deps) => Measured[];
  /** Options of PostgreSQL for its connections, as `-c name=value`. */
  settings?: string;
}

export async function openSize({
  connectionString,
  dataDirectory,
  list,
  settings = "",
}: OpenOptions): Promise<OpenSize> {
  const options = encodeURIComponent(`-c statement_timeout=${statementTimeoutSeconds}s ${settings}`.trim());
  const deps = await createDeps({
    config: readConfig({
      GREENROOM_DATA: join(dataDirectory, "app"),
      GREENROOM_DEMO: "false",
      GREENROOM_RATE_LIMIT_FACTOR: "1000000",
    }),
    log: pino({ level: "silent" }),
    connectionString: `${connectionString}${connectionString.includes("?") ? "&" : "?"}options=${options}`,
    secret: measurementSecret,
  });
  const app = await createApp(deps, { siteDirectory: null });
  return {
    context: {
      deps,
      app,
      intervieweeToken: await signIn(deps.pool, generatedId("interviewee", measuredInterviewee)),
      interviewerToken: await signIn(deps.pool, generatedId("interviewer", measuredInterviewer)),
      operatorToken: await openDesk(deps),
    },
    list: list(deps),
    async close() {
      await app.close();
      await deps.close();
    },
  };
}

/** Measures one entry of the list at all sizes in turn, so that other work on the machine affects them alike. */
export async function measureEntry(sizes: readonly OpenSize[], index: number): Promise<Measurement[]> {
  const entries = sizes.map(({ context, list }) => new MeasuredRuns(list[index] as Measured, context));
  for (const entry of entries) await entry.warmUp();
  const until = performance.now() + limits.milliseconds;
  for (let count = 0; count < limits.most; count += 1) {
    if (count >= limits.fewest && performance.now() > until) break;
    for (const entry of entries) await entry.runOnce();
  }
  return await Promise.all(entries.map((entry) => entry.finish()));
}

class MeasuredRuns {
  readonly #measured: Measured;
  readonly #context: MeasuredContext;
  readonly #times: number[] = [];
  #scansBefore: ScanCounts = new Map();
  #result: Awaited<ReturnType<Measured["run"]>> = null;
  #failure: string | null = null;

  constructor(measured: Measured, context: MeasuredContext) {
    this.#measured = measured;
    this.#context = context;
  }

  /** The first run fills caches and completes overdue work. */
  async warmUp(): Promise<void> {
    await this.runOnce();
    if (this.#failure === null) await this.#measured.afterFirstRun?.(this.#context);
    const more = this.#measured.group === "jobs" ? 0 : warmUpRuns - 1;
    for (let run = 0; run < more; run += 1) await this.runOnce();
    this.#times.length = 0;
    this.#scansBefore = await countScans(this.#context.deps.pool);
  }

  async runOnce(): Promise<void> {
    if (this.#failure !== null) return;
    try {
      await this.#measured.prepare?.(this.#context);
      const start = performance.now();
      this.#result = await this.#measured.run(this.#context);
      this.#times.push(performance.now() - start);
    } catch (error) {
      this.#failure = (error as Error).message;
    }
  }

  async finish(): Promise<Measurement> {
    const { group, name } = this.#measured;
    const bytes = this.#result?.bytes ?? null;
    const rows = this.#result?.countRows() ?? null;
    if (this.#failure !== null) return { name, median: null, bytes, rows, problem: this.#failure };
    const scanned = compareScans(
      this.#scansBefore,
      await countScans(this.#context.deps.pool),
      this.#times.length,
    );
    const problems = Object.entries(scanned).map(([table, count]) => `scans ${count} rows of ${table}`);
    if (group === "calls" && bytes !== null && bytes > mostBytes) problems.push(`returns ${bytes} bytes`);
    const median = this.#times.toSorted((a, b) => a - b)[Math.floor(this.#times.length / 2)] ?? null;
    return { name, median, bytes, rows, ...(problems.length > 0 ? { problem: problems.join("; ") } : {}) };
  }
}

/** The large tables that the second run of one entry scans, with the rows that it reads of them. Throws its errors. */
export async function listScans(
  context: MeasuredContext,
  measured: Measured,
): Promise<Record<string, number>> {
  const { pool } = context.deps;
  await measured.prepare?.(context);
  await measured.run(context);
  await measured.afterFirstRun?.(context);
  await measured.prepare?.(context);
  const before = await countScans(pool);
  await measured.run(context);
  return compareScans(before, await countScans(pool), 1);
}

/** The size of each table, and the rows that sequential scans have read since the database was made. */
type ScanCounts = ReadonlyMap<string, { rows: number; scanned: number }>;

/** Asks every connection of the pool for its counts first, because they report them with a delay otherwise. */
async function countScans(pool: pg.Pool): Promise<ScanCounts> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  await Promise.all(clients.map((client) => client.query("select pg_stat_force_next_flush()")));
  for (const client of clients) client.release();
  const { rows } = await pool.query<{ table: string; rows: number; scanned: number }>(
    `select relid::regclass::text as table, n_live_tup::float8 as rows, seq_tup_read::float8 as scanned
     from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ table, ...counts }) => [table, counts]));
}

/** The large tables of which one run read many rows by scanning, with their number. */
function compareScans(before: ScanCounts, after: ScanCounts, runs: number): Record<string, number> {
  const scanned: Record<string, number> = {};
  for (const [table, counts] of after) {
    const perRun = Math.round((counts.scanned - (before.get(table)?.scanned ?? 0)) / runs);
    if (perRun > mostScannedRows && counts.rows > mostScannedRows) scanned[table] = perRun;
  }
  return scanned;
}

export function formatHead(sizes: readonly number[]): string {
  return `${"".padEnd(40)}${sizes.map((size) => `${size}`.padStart(13)).join("")}       ratio`;
}

/** The median at each size, the ratio of the last to the first, and the length of the last answer. */
export function formatRow(results: readonly Measurement[]): string {
  const times = results.map(({ median }) => (median === null ? "failed" : `${median.toFixed(1)} ms`));
  const ratio = ratioOf(results);
  const { bytes = null, rows = null } = results.at(-1) ?? {};
  const answer =
    bytes === null ? "" : `   ${Math.ceil(bytes / 1000)} kB${rows === null ? "" : `, ${rows} rows`}`;
  const cells = times.map((cell) => cell.padStart(13)).join("");
  return `${(results[0]?.name ?? "").padEnd(40)}${cells}${(ratio === null ? "" : `${ratio.toFixed(1)} x`).padStart(12)}${answer}`;
}

/** Failures, scans of large tables, answers that are too large, and what grows. */
export function findProblems(results: readonly Measurement[]): string[] {
  const problems = results.flatMap(({ problem }) => problem ?? []);
  const ratio = ratioOf(results);
  const difference = (results.at(-1)?.median ?? 0) - (results[0]?.median ?? 0);
  if (ratio !== null && ratio > maxGrowth && difference > scatterMilliseconds)
    problems.push(`grows ${ratio.toFixed(1)} times`);
  return problems.map((problem) => `${results[0]?.name ?? ""}: ${problem}`);
}

/** Compares the time of a row where one answer has many more rows: a short history fills no page. */
function ratioOf(results: readonly Measurement[]): number | null {
  const [first, last] = [results[0], results.at(-1)];
  if (first == null || last == null || first.median === null || last.median === null) return null;
  const [fewer, more] = [first.rows ?? 0, last.rows ?? 0].toSorted((a, b) => a - b) as [number, number];
  const ratio = last.median / first.median;
  return fewer > 0 && more > maxGrowth * fewer ? (ratio * (first.rows ?? 1)) / (last.rows ?? 1) : ratio;
}

/** An owner whose desk is open and who has just confirmed. */
async function openDesk(deps: Deps): Promise<string> {
  const userId = generatedId("interviewee", 51);
  const { rows } = await deps.pool.query<{ email: string }>("select email from users where id = $1", [
    userId,
  ]);
  await grantOperator(deps, { email: rows[0]?.email ?? "", level: "owner", actor: "system" });
  const token = await signIn(deps.pool, userId);
  await deps.pool.query(
    `insert into operator_sign_ins (session_id, opened_at, confirmed_at)
     select id, now(), now() from auth_sessions where user_id = $1
     on conflict (session_id) do update set opened_at = now(), confirmed_at = now()`,
    [userId],
  );
  return token;
}

async function signIn(pool: pg.Pool, userId: string): Promise<string> {
  const token = createHash("sha256").update(`growth ${userId} ${Date.now()}`).digest("base64url");
  await pool.query(
    `insert into auth_sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
     values (gen_random_uuid(), $1, $2, now(), now(), now() + interval '90 days')`,
    [userId, createHash("sha256").update(token).digest()],
  );
  return token;
}
