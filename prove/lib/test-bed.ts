import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { pino } from "pino";
import { createDeps } from "../../server/create-deps.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import { readConfig } from "../../server/kernel/config/config.ts";
import { startEmbeddedPostgres } from "../../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../../server/kernel/db/migrate.ts";
import type { Clock } from "../../server/kernel/deps.ts";
import { loadSecret } from "../../server/kernel/secrets.ts";
import { freePort, startServer, stopServer } from "../../server/testing/processes.ts";

/** How long a server takes at most to notice that its clock moved, with a margin for a busy machine. */
const noticeMilliseconds = 100;

/** The clock of servers that were started with `preload`. */
export interface ShiftedClock extends Clock {
  /** The module that Node loads before the server. */
  preload: string[];
  settings: Record<string, string>;
  /** Moves every server's clock, ahead or back; resolves when they have noticed. */
  advance(minutes: number): Promise<void>;
}

export function createShiftedClock(directory: string): ShiftedClock {
  const file = join(directory, "clock-shift");
  let shift = 0;
  return {
    preload: ["--import", fileURLToPath(new URL("shifted-clock.mjs", import.meta.url))],
    settings: { PROVE_CLOCK_FILE: file },
    now: () => new Date(Date.now() + shift),
    async advance(minutes) {
      shift += minutes * 60_000;
      await writeFile(`${file}.new`, String(shift));
      await rename(`${file}.new`, file);
      await sleep(noticeMilliseconds);
    },
  };
}

export interface TestBedServer {
  url: string;
  port: number;
  child: ChildProcess;
}

/** An embedded PostgreSQL with the built servers on it, in a temporary folder. */
export type TestBed = Awaited<ReturnType<typeof openTestBed>>;

interface StageOptions {
  servers: number;
  settings?: Record<string, string>;
  /** True: fsync is on, as in production. Else nothing is flushed to disk. */
  isDurable?: boolean;
  /** GREENROOM_ROLE of each server; without it all of them do everything. */
  roles?: readonly string[];
  /** Starts the services beside PostgreSQL after its migration. The servers get their settings. */
  startAround?(postgres: { connectionString: string; directory: string }): Promise<TestBedServices>;
}

interface TestBedServices {
  settings: Record<string, string>;
  close(): Promise<void>;
}

/** The cleanup of an interrupted run. */
const openStages = new Set<() => Promise<void>>();

export async function closeOpenTestBeds(): Promise<void> {
  await Promise.all([...openStages].map((close) => close()));
}

const quickSettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off" };

/** Opens a testBed. Call `close`, which stops everything and deletes the folder. */
export async function openTestBed({
  servers: count,
  settings = {},
  isDurable = false,
  roles = [],
  startAround,
}: StageOptions) {
  const directory = await mkdtemp(join(tmpdir(), "greenroom-prove-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(directory, 0o755);
  const clock = createShiftedClock(directory);
  const closing: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
  const close = async () => {
    openStages.delete(close);
    for (const end of closing.splice(0).reverse()) await end();
  };
  openStages.add(close);
  try {
    const postgres = await startEmbeddedPostgres({
      dataDirectory: directory,
      log: () => undefined,
      settings: { max_connections: "200", ...(isDurable ? {} : quickSettings) },
    });
    closing.push(() => postgres.stop());
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 4 });
    // PostgreSQL is killed in some parts; the pool then opens another connection.
    pool.on("error", () => undefined);
    closing.push(() => pool.end());
    await migrate(pool, () => undefined);
    const deps = await createDeps({
      config: readConfig({ GREENROOM_DATA: directory, GREENROOM_DEMO: "false", ...settings }),
      log: pino({ level: "silent" }),
      connectionString: postgres.connectionString,
      secret: await loadSecret(null, directory),
      overrides: { clock },
    });
    closing.push(() => deps.close());
    await deps.jobs.prepare(jobHandlers(deps));

    const around = await startAround?.({ connectionString: postgres.connectionString, directory });
    closing.push(async () => around?.close());
    const start = async (index: number, port: number): Promise<TestBedServer> => {
      const role = roles[index];
      const child = await startServer({
        dataDirectory: directory,
        databaseUrl: postgres.connectionString,
        port,
        nodeOptions: clock.preload,
        settings: {
          ...clock.settings,
          GREENROOM_LOG_LEVEL: "warn",
          ...settings,
          ...around?.settings,
          ...(role === undefined ? {} : { GREENROOM_ROLE: role }),
        },
      });
      return { child, port, url: `http://127.0.0.1:${port}` };
    };
    const servers: TestBedServer[] = [];
    closing.push(() => Promise.all(servers.map(({ child }) => stopServer(child))));
    for (let index = 0; index < count; index += 1) servers.push(await start(index, await freePort()));

    const cluster = join(directory, "postgres");
    return {
      directory,
      pool,
      clock,
      servers,
      /** The dependencies of operations in this process: the same database and clock, without a worker. */
      deps,
      /** Starts the server with this index again, on its port. */
      async restart(index: number) {
        servers[index] = await start(index, (servers[index] as TestBedServer).port);
      },
      /** Kills PostgreSQL as a power failure would (SIGQUIT, `pg_ctl -m immediate`); this process restarts it. */
      async crashPostgres() {
        const pid = Number.parseInt(await readFile(join(cluster, "data", "postmaster.pid"), "utf8"), 10);
        process.kill(pid, "SIGQUIT");
      },
      async findInPostgresLog(pattern: RegExp) {
        const log = await readFile(join(cluster, "postgres.log"), "utf8");
        return log.split("\n").filter((line) => pattern.test(line));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
