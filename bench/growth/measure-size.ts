import { createHash } from "node:crypto";
import { join } from "node:path";
import type pg from "pg";
import { pino } from "pino";
import { createApp } from "../../server/app.ts";
import { readConfig } from "../../server/config/config.ts";
import { createDeps } from "../../server/create-deps.ts";
import type { Deps } from "../../server/deps.ts";
import { grantOperator } from "../../server/domains/operator/grant-operator.ts";
import { generatedId, measuredInterviewee, measuredInterviewer } from "./data-size.ts";
import type { Measured, MeasuredContext } from "./measured.ts";
import { measurementSecret } from "./measurement-secret.ts";
import { compareScannedRows, readScannedRows, type ScannedRows } from "./scanned-rows.ts";

export interface Measurement {
  group: Measured["group"];
  name: string;
  /** Milliseconds; null where the call failed. */
  median: number | null;
  /** Milliseconds; only of calls that ask for it. */
  p95?: number;
  runs: number;
  bytes: number | null;
  /** Rows of the answer; null if it is not a list. */
  rows: number | null;
  /** The unit that one run works on, and the number of units. */
  work?: { unit: string; count: number };
  /** Rows that sequential scans of large tables read in one run. */
  scanned?: Record<string, number>;
  problem?: string;
}

/** A generated database that is measured in the real app, without a network. */
export interface OpenSize {
  context: MeasuredContext;
  list: Measured[];
  close(): Promise<void>;
}

/** A call runs at least three times at each size, and then until it took this long at all sizes or ran this often. */
const limits = { fewest: 3, most: 41, milliseconds: 6_000 };
/** Of a call with a p95. */
const runsForP95 = 60;
/** PostgreSQL plans a prepared statement anew five times on each connection before it may keep one plan for all values. */
const warmUpRuns = 12;
/** A query that takes longer is canceled. */
const statementTimeoutSeconds = 120;
/** No answer may be larger. */
const mostBytes = 200_000;

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

/** One entry of the list at one size. */
interface Entry {
  context: MeasuredContext;
  measured: Measured;
}

/** Measures one entry of the list at all sizes. */
export async function measureEntry(sizes: readonly OpenSize[], index: number): Promise<Measurement[]> {
  return await measureInTurn(
    sizes.map(({ context, list }) => ({ context, measured: list[index] as Measured })),
  );
}

/**
 * Runs one entry of the list at all sizes, in turn, so that other work on the machine affects them alike. Also counts
 * what is scanned: only what reads everything on purpose, an operator's command, may scan a large table.
 */
async function measureInTurn(entries: readonly Entry[]): Promise<Measurement[]> {
  const runs = entries.map(({ context, measured }) => new MeasuredRuns(measured, context));
  const hasP95 = entries.some(({ measured }) => measured.hasP95 === true);
  const { fewest, most } = hasP95 ? { fewest: runsForP95, most: runsForP95 } : limits;
  const until = performance.now() + limits.milliseconds;
  for (const run of runs) await run.start();
  for (let count = 0; count < most; count += 1) {
    if (count >= fewest && performance.now() > until) break;
    for (const run of runs) await run.runOnce();
  }
  return await Promise.all(runs.map((run) => run.finish()));
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
  const before = await readScannedRows(pool);
  await measured.run(context);
  return compareScannedRows(before, await readScannedRows(pool), 1);
}

class MeasuredRuns {
  readonly #measured: Measured;
  readonly #context: MeasuredContext;
  readonly #times: number[] = [];
  #scannedBefore: ScannedRows = new Map();
  #result: Awaited<ReturnType<Measured["run"]>> = null;
  #failure: string | null = null;

  constructor(measured: Measured, context: MeasuredContext) {
    this.#measured = measured;
    this.#context = context;
  }

  /** These runs do not count. The first one fills caches and completes overdue work. */
  async start(): Promise<void> {
    await this.runOnce();
    if (this.#failure === null) await this.#measured.afterFirstRun?.(this.#context);
    const more = this.#measured.hasP95 === true ? warmUpRuns - 1 : 0;
    for (let run = 0; run < more; run += 1) await this.runOnce();
    this.#times.length = 0;
    this.#scannedBefore = await readScannedRows(this.#context.deps.pool);
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
    const { group, name, hasP95 = false, p95Limit = Number.POSITIVE_INFINITY } = this.#measured;
    const bytes = this.#result?.bytes ?? null;
    const rows = this.#result?.countRows() ?? null;
    const runs = this.#times.length;
    if (this.#failure !== null)
      return { group, name, median: null, runs, bytes, rows, problem: this.#failure };
    const sorted = this.#times.toSorted((a, b) => a - b);
    const median = sorted[Math.floor(runs / 2)] ?? null;
    const p95 = sorted[Math.ceil(runs * 0.95) - 1] ?? 0;
    const work = await this.#countWork();
    const after = await readScannedRows(this.#context.deps.pool);
    const scanned = compareScannedRows(this.#scannedBefore, after, runs);
    const problems = [
      ...(group === "operator" || Object.keys(scanned).length === 0
        ? []
        : [`scans ${formatScanned(scanned)}`]),
      ...(group === "calls" && bytes !== null && bytes > mostBytes ? [`returns ${bytes} bytes`] : []),
      ...(hasP95 && p95 > p95Limit ? [`its p95 of ${p95.toFixed(1)} ms is over ${p95Limit} ms`] : []),
    ];
    return {
      ...{ group, name, median, runs, bytes, rows },
      ...(hasP95 ? { p95 } : {}),
      ...(work === null ? {} : { work }),
      ...(Object.keys(scanned).length === 0 ? {} : { scanned }),
      ...(problems.length === 0 ? {} : { problem: problems.join("; ") }),
    };
  }

  async #countWork(): Promise<NonNullable<Measurement["work"]> | null> {
    const { work } = this.#measured;
    if (work === undefined) return null;
    const count = work.count === undefined ? this.#result?.countRows() : await work.count(this.#context);
    return { unit: work.unit, count: count ?? 0 };
  }
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

export function formatScanned(scanned: Record<string, number>): string {
  return Object.entries(scanned)
    .map(([table, rows]) => `${rows} rows of ${table}`)
    .join(", ");
}
