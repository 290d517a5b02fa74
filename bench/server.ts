import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { freePort } from "../server/testing/processes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

interface ServerOptions {
  dataDirectory: string;
  databaseUrl: string;
  port: number;
  /** The file that Node runs; the sources by default. */
  entry?: string[];
  /** Settings that extend or override the ones above. */
  settings?: Record<string, string>;
}

/** Starts the real server in a separate process, as `npm start` does, with its log in the data folder. */
export async function startServer({
  dataDirectory,
  databaseUrl,
  port,
  entry = ["--import", "tsx", "server/main.ts"],
  settings = {},
}: ServerOptions): Promise<ChildProcess> {
  const log = openSync(join(dataDirectory, "server.log"), "a");
  const server = spawn(process.execPath, entry, {
    cwd: root,
    stdio: ["ignore", log, log],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: databaseUrl,
      GREENROOM_DATA: dataDirectory,
      GREENROOM_DEMO: "false",
      GREENROOM_RATE_LIMIT_FACTOR: "1000000",
      ...settings,
    },
  });
  for (let tries = 0; tries < 1500; tries += 1) {
    if (server.exitCode !== null) throw new Error(`The server ended: see ${dataDirectory}/server.log`);
    if (await isUp(port)) return server;
    await sleep(20);
  }
  server.kill("SIGKILL");
  throw new Error(`The server did not start: see ${dataDirectory}/server.log`);
}

async function isUp(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/health/live`).then(
    (answer) => answer.ok,
    () => false, // The server does not listen yet.
  );
}

export async function stopServer(server: ChildProcess): Promise<void> {
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await Promise.race([ended, sleep(15_000).then(() => server.kill("SIGKILL"))]);
}

interface BuiltServer {
  port: number;
  connectionString: string;
  process: ChildProcess;
  readLog(): Promise<string>;
  close(): Promise<void>;
}

interface Options {
  /** JavaScript that runs in the server's process before the product. */
  preload?: string;
  /** Whether PostgreSQL waits for the disk. */
  fsync?: "on" | "off";
  /** Runs after `fill`, without any connection to the database. */
  beforeStart?(connectionString: string): Promise<void>;
}

/** Starts the built server beside an embedded database in a new folder, which `close` deletes, with what `fill` adds. */
export async function openFilledServer<Filled>(
  fill: (pool: pg.Pool) => Promise<Filled>,
  { preload, fsync = "off", beforeStart }: Options = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: () => undefined,
    settings: { fsync },
  });
  try {
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
    await migrate(pool, () => undefined);
    const filled = await fill(pool).finally(() => pool.end());
    await beforeStart?.(postgres.connectionString);
    return { ...(await startOn(postgres, directory, preload)), filled };
  } catch (error) {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
    throw error;
  }
}

async function startOn(
  postgres: EmbeddedPostgres,
  directory: string,
  preload: string | undefined,
): Promise<BuiltServer> {
  const port = await freePort();
  const imports =
    preload === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
  const process = await startServer({
    dataDirectory: directory,
    databaseUrl: postgres.connectionString,
    port,
    entry: [...imports, "dist/server/main.js"],
  });
  return {
    port,
    connectionString: postgres.connectionString,
    process,
    readLog: () => readFile(join(directory, "server.log"), "utf8"),
    async close() {
      await stopServer(process);
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
