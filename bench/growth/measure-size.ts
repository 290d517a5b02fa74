import { createHash } from "node:crypto";
import { join } from "node:path";
import type pg from "pg";
import { pino } from "pino";
import { createApp } from "../../server/app.ts";
import { readConfig } from "../../server/config/config.ts";
import { createDeps } from "../../server/create-deps.ts";
import type { Deps } from "../../server/deps.ts";
import { grantOperator } from "../../server/domains/operator/grant-operator.ts";
import { generatedId } from "./data-size.ts";
import type { Measured, MeasuredContext } from "./measured.ts";
import { compareScannedRows, readScannedRows } from "./scanned-rows.ts";

export interface Measurement {
  group: Measured["group"];
  name: string;
  /** Milliseconds; null where the call failed. */
  median: number | null;
  /** Milliseconds; only of what runs often enough. */
  p95?: number;
  runs: number;
  bytes: number | null;
  /** Rows that sequential scans of large tables read in one run. */
  scanned?: Record<string, number>;
  problem?: string;
}

/** A call runs this often, unless all its runs together take longer than this. */
const most = { runs: 9, milliseconds: 15_000 };
/** Of what a p95 is asked for. */
const runsForP95 = 60;
/** A query that takes longer is canceled. */
const statementTimeoutSeconds = 120;

/** Runs every measured call over a generated database in the real app, without a network. */
export async function measureSize(
  {
    connectionString,
    dataDirectory,
    only,
    list,
  }: {
    connectionString: string;
    dataDirectory: string;
    only: RegExp;
    list: (deps: Deps) => Measured[];
  },
  print: (line: string) => void,
): Promise<Measurement[]> {
  const timeout = encodeURIComponent(`-c statement_timeout=${statementTimeoutSeconds}s`);
  const deps = await createDeps({
    config: readConfig({
      GREENROOM_DATA: join(dataDirectory, "app"),
      GREENROOM_DEMO: "false",
      GREENROOM_RATE_LIMIT_FACTOR: "1000000",
    }),
    log: pino({ level: "silent" }),
    connectionString: `${connectionString}${connectionString.includes("?") ? "&" : "?"}options=${timeout}`,
    secret: "a secret that only this measurement has, and long enough",
  });
  try {
    const app = await createApp(deps, { siteDirectory: null });
    const context = {
      deps,
      app,
      intervieweeToken: await signIn(deps.pool, generatedId("interviewee", 50)),
      interviewerToken: await signIn(deps.pool, generatedId("interviewer", 5)),
      operatorToken: await openDesk(deps),
    };
    const results: Measurement[] = [];
    for (const measured of list(deps).filter(({ name }) => only.test(name))) {
      const result = await measureWithScans(measured, context);
      print(formatMeasurement(result));
      results.push(result);
    }
    await app.close();
    return results;
  } finally {
    await deps.close();
  }
}

/** Also counts what is scanned. A person waits for a call, so one that scans a large table has a problem. */
async function measureWithScans(measured: Measured, context: MeasuredContext): Promise<Measurement> {
  const { pool } = context.deps;
  const before = await readScannedRows(pool);
  const result = await measureOne(measured, context);
  // The first run was not timed.
  const scanned = compareScannedRows(before, await readScannedRows(pool), result.runs + 1);
  if (Object.keys(scanned).length === 0) return result;
  const problem = `scans ${formatScanned(scanned)}`;
  return { ...result, scanned, ...(result.group === "calls" && result.median !== null ? { problem } : {}) };
}

/** The first run does not count: it fills caches and completes overdue work. */
async function measureOne(measured: Measured, context: MeasuredContext): Promise<Measurement> {
  const { group, name } = measured;
  const times: number[] = [];
  let bytes: number | null = null;
  const runs = measured.hasP95 === true ? runsForP95 : most.runs;
  const until = performance.now() + most.milliseconds;
  try {
    for (let run = 0; run <= runs && (run < 2 || performance.now() < until); run += 1) {
      await measured.prepare?.(context);
      const start = performance.now();
      bytes = await measured.run(context);
      if (run > 0) times.push(performance.now() - start);
    }
  } catch (error) {
    return { group, name, median: null, runs: times.length, bytes, problem: (error as Error).message };
  }
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? null;
  const result = { group, name, median, runs: times.length, bytes };
  if (measured.hasP95 !== true) return result;
  const p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
  const { p95Limit = Number.POSITIVE_INFINITY } = measured;
  if (p95 <= p95Limit) return { ...result, p95 };
  return { ...result, p95, problem: `its p95 of ${p95.toFixed(1)} ms is over ${p95Limit} ms` };
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

function formatMeasurement({ name, median, p95, bytes, scanned = {}, problem }: Measurement): string {
  if (median === null) return `  ${name.padEnd(34)} failed: ${problem}`;
  const size = bytes === null ? "" : `${(bytes / 1000).toFixed(1)} kB`;
  return `  ${name.padEnd(34)} ${median.toFixed(1).padStart(10)} ms ${p95 === undefined ? "" : `p95 ${p95.toFixed(1)} ms `}${size.padStart(13)}  ${formatScanned(scanned)}`.trimEnd();
}

function formatScanned(scanned: Record<string, number>): string {
  return Object.entries(scanned)
    .map(([table, rows]) => `${rows} rows of ${table}`)
    .join(", ");
}
