import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/kernel/db/embedded/embedded.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { freePort } from "../server/testing/free-port.ts";
import { startServer, stopServer } from "./serve.ts";

interface BuiltServer {
  port: number;
  connectionString: string;
  process: ChildProcess;
  postmasterPid: number;
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
  const postmaster = await readFile(join(directory, "postgres", "data", "postmaster.pid"), "utf8");
  return {
    port,
    connectionString: postgres.connectionString,
    process,
    postmasterPid: Number.parseInt(postmaster, 10),
    readLog: () => readFile(join(directory, "server.log"), "utf8"),
    async close() {
      await stopServer(process);
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
