import type { ChildProcess } from "node:child_process";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../server/db/embedded/embedded.ts";
import { migrate } from "../server/db/migrate.ts";
import { freePort } from "../server/testing/free-port.ts";
import { type SeedOptions, seed } from "./seed.ts";
import { startServer, stopServer } from "./serve.ts";

interface BuiltServer {
  port: number;
  process: ChildProcess;
  postmasterPid: number;
  readLog(): Promise<string>;
  close(): Promise<void>;
}

interface Options {
  /** JavaScript that runs in the server's process before the product. */
  preload?: string;
}

/** Starts the built server beside an embedded database in a new folder, which `close` deletes. */
export async function openBuiltServer({ preload }: Options = {}): Promise<BuiltServer> {
  return (await openPreparedServer(async () => undefined, { preload })).server;
}

interface SeededOptions<Filled> extends Options {
  /** Adds more to the database. Its result is returned as `filled`. */
  fill?: (pool: pg.Pool) => Promise<Filled>;
}

/** The same with generated people and slots. */
export async function openSeededServer<Filled = undefined>(
  sizes: SeedOptions,
  { preload, fill }: SeededOptions<Filled> = {},
) {
  const prepare = async (connectionString: string) => {
    const pool = new pg.Pool({ connectionString, max: 2 });
    try {
      await migrate(pool, () => undefined);
      const seeded = await seed(pool, sizes);
      return { seeded, filled: (await fill?.(pool)) as Filled };
    } finally {
      await pool.end();
    }
  };
  const { server, prepared } = await openPreparedServer(prepare, { preload });
  return { ...server, ...prepared };
}

/** The same with what `prepare` does to the empty database, before the server starts. */
export async function openPreparedServer<T>(
  prepare: (connectionString: string, directory: string) => Promise<T>,
  { preload }: { preload?: string | undefined } = {},
) {
  const directory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDirectory: directory,
    log: () => undefined,
    settings: { fsync: "off" },
  });
  try {
    const prepared = await prepare(postgres.connectionString, directory);
    return { server: await startOn(postgres, directory, preload), prepared };
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
