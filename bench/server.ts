import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { freePort, readLog, startServer, stopServer } from "../server/testing/processes.ts";

interface Options {
  /** JavaScript that runs in the server's process before the product, and declares a function `report`. */
  report?: string;
  /** Whether PostgreSQL waits for the disk. */
  fsync?: "on" | "off";
  /** Runs after `fill`, without any connection to the database. */
  beforeStart?(connectionString: string): Promise<void>;
}

/** Starts the built server beside an embedded database in a new folder, which `close` deletes, with what `fill` adds. */
export async function openFilledServer<Filled>(
  fill: (pool: pg.Pool) => Promise<Filled>,
  { report, fsync = "off", beforeStart }: Options = {},
) {
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  // When root runs this, PostgreSQL runs under another account, which needs access to the folder.
  await chmod(dataDirectory, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => undefined, settings: { fsync } });
  const closing: (() => Promise<void>)[] = [
    () => rm(dataDirectory, { recursive: true, force: true }),
    () => postgres.stop(),
  ];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const { connectionString } = postgres;
    const pool = new pg.Pool({ connectionString, max: 2 });
    await migrate(pool, () => undefined);
    const filled = await fill(pool).finally(() => pool.end());
    await beforeStart?.(connectionString);
    const port = await freePort();
    const preload = `${report}\nprocess.on("SIGUSR2", () => console.error("report " + JSON.stringify(report())))`;
    const nodeOptions =
      report === undefined ? [] : ["--import", `data:text/javascript,${encodeURIComponent(preload)}`];
    const server = await startServer({ dataDirectory, databaseUrl: connectionString, port, nodeOptions });
    closing.push(() => stopServer(server));
    return {
      port,
      connectionString,
      filled,
      close,
      /** What the function `report` returns now. */
      async readReport<Report>(): Promise<Report> {
        server.kill("SIGUSR2");
        await sleep(500);
        const line = (await readLog(dataDirectory))
          .split("\n")
          .findLast((text) => text.startsWith("report "));
        if (line === undefined) throw new Error("the server wrote no report");
        return JSON.parse(line.slice("report ".length));
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
