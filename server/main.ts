import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createApp } from "./app.ts";
import { readConfig } from "./config.ts";
import { openPool } from "./db/database.ts";
import { startEmbeddedPostgres } from "./db/embedded.ts";
import { migrate } from "./db/migrate.ts";
import { loadDemo } from "./demo/load-demo.ts";
import { createDeps } from "./deps.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { createLog } from "./log.ts";
import { loadSecret } from "./secret.ts";
import { welcomeText } from "./welcome.ts";

/** Starts the whole product and answers how to stop it: ask for nobody new, wait for the balancer to notice, close. */
async function start(): Promise<() => Promise<void>> {
  const leaving = new AbortController();
  const config = readConfig(process.env);
  // A newcomer's terminal shows the welcome, not a line a request; operators set the level they want.
  const log = createLog(
    process.env.GREENROOM_LOG_LEVEL === undefined && !config.isProduction ? "warn" : config.logLevel,
  );
  const secret = await loadSecret(config.secret, config.dataDirectory);
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({
          dataDirectory: config.dataDirectory,
          log: (line) => console.error(line),
        })
      : null;
  // What was opened, last first: closed in this order when we stop, and when the start fails half way.
  const opened: (() => Promise<void>)[] = [async () => embedded?.stop()];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const connectionString = embedded?.connectionString ?? (config.databaseUrl as string);
    const migrationPool = openPool(connectionString, log, 2);
    await migrate(migrationPool, (line) => console.error(line)).finally(() => migrationPool.end());
    const deps = await createDeps({ config, log, connectionString, secret });
    opened.push(() => deps.close());
    const handlers = jobHandlers(deps);
    await deps.jobs.prepare(handlers);
    const app = await createApp(deps, { siteDirectory: findSite(), leaving: leaving.signal });
    opened.push(() => app.close());
    const demoPassword = config.withDemoData ? await loadDemo(deps, app) : null;
    const address = new URL(await app.listen({ host: config.host, port: config.port }));
    await deps.jobs.work(deps, handlers);
    process.stdout.write(welcomeText({ config, port: Number(address.port), demoPassword }));
    return async () => {
      leaving.abort();
      await sleep(1000 * config.drainSeconds);
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The built site: beside the bundle, absent when the server runs from source in development. */
function findSite(): string | null {
  const directory = fileURLToPath(new URL("../web/", import.meta.url));
  return existsSync(`${directory}index.html`) ? directory : null;
}

async function main(): Promise<void> {
  const stop = await start();
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    // npm passes Ctrl-C on a second time; once is enough.
    if (stopping) return;
    stopping = true;
    console.error(`\n${signal}: finishing what is under way…`);
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
