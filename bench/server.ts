import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/kernel/db/embedded-postgres.ts";
import { migrate } from "../server/kernel/db/migrate.ts";
import { freePort } from "../server/testing/processes.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const builtServer = { cwd: root, args: ["dist/server/main.js"] };

interface ServerOptions {
  dataDirectory: string;
  /** Empty: the embedded PostgreSQL of the data folder. */
  databaseUrl: string;
  port: number;
  /** Options of Node, such as modules to import first. */
  nodeOptions?: string[];
  /** What Node runs, and where; by default the built server. */
  program?: { cwd: string; args: string[] };
  /** Settings that extend or override the ones below. */
  settings?: Record<string, string>;
}

/** None of the caller's own settings, so that nothing here uses their database. */
export function withoutOwnSettings(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ...settings };
}

/** Starts a server in a separate process, as `npm start` does, with its log in the data folder. */
export async function startServer({
  dataDirectory,
  databaseUrl,
  port,
  nodeOptions = [],
  program = builtServer,
  settings = {},
}: ServerOptions): Promise<ChildProcess> {
  await mkdir(dataDirectory, { recursive: true });
  const log = await open(join(dataDirectory, "server.log"), "a");
  const server = spawn(process.execPath, [...nodeOptions, ...program.args], {
    cwd: program.cwd,
    stdio: ["ignore", log.fd, log.fd],
    env: withoutOwnSettings({
      PORT: String(port),
      HOST: "127.0.0.1",
      DATABASE_URL: databaseUrl,
      GREENROOM_DATA: dataDirectory,
      GREENROOM_DEMO: "false",
      GREENROOM_RATE_LIMIT_FACTOR: "1000000",
      ...settings,
    }),
  });
  await log.close();
  for (const deadline = Date.now() + 120_000; Date.now() < deadline && server.exitCode === null; ) {
    if (await isUp(port)) return server;
    await sleep(20);
  }
  server.kill("SIGKILL");
  throw new Error(`The server did not start; its log ends:\n${(await readLog(dataDirectory)).slice(-2000)}`);
}

async function isUp(port: number): Promise<boolean> {
  return await fetch(`http://127.0.0.1:${port}/health/live`).then(
    (answer) => answer.ok,
    () => false, // The server does not listen yet.
  );
}

const readLog = (dataDirectory: string) => readFile(join(dataDirectory, "server.log"), "utf8");

/** The password of the demo accounts, which a server prints when it listens. */
export async function readDemoPassword(dataDirectory: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const password = /^Demo password: (\S+)/m.exec(await readLog(dataDirectory))?.[1];
    if (password !== undefined) return password;
    await sleep(100);
  }
  throw new Error("The server printed no demo password.");
}

export async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await Promise.race([ended, sleep(15_000).then(() => server.kill("SIGKILL"))]);
}

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
