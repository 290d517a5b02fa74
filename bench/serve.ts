import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

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
