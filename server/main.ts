import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createApp } from "./app.ts";
import { createDeps, payInSandbox, withoutProviders } from "./create-deps.ts";
import { clearUnfinishedDemo, loadDemo } from "./demo/load-demo.ts";
import { jobHandlers } from "./job-handlers.ts";
import { readConfig } from "./kernel/config/config.ts";
import { openPool } from "./kernel/db/database.ts";
import { openPostgres } from "./kernel/db/embedded-postgres.ts";
import { migrate } from "./kernel/db/migrate.ts";
import { createLog } from "./kernel/log.ts";
import { loadSecret } from "./kernel/secrets.ts";
import { openQuestionBank } from "./room/questions/question-bank.ts";
import { welcomeText } from "./welcome.ts";

/**
 * Starts the server and returns the function that stops it: fail the readiness check, wait for the load balancer to
 * notice, close. If `interrupted` is aborted before the server listens, it closes what it has opened and throws the
 * signal's reason.
 */
async function start(interrupted: AbortSignal): Promise<() => Promise<void>> {
  const shutdown = new AbortController();
  const config = readConfig(process.env);
  // By default a development server logs only warnings, so that its terminal shows the welcome text and not a line
  // per request. Operators set the level that they want.
  const log = createLog(
    process.env.GREENROOM_LOG_LEVEL === undefined && !config.isProduction ? "warn" : config.logLevel,
  );
  await checkPort(config);
  const secret = await loadSecret(config.secret, config.dataDirectory);
  const printLine = (line: string) => console.error(line);
  const postgres = await openPostgres(config, printLine);
  // Functions that close what was opened, in reverse order. Called when we stop, and when the start fails halfway.
  const opened: (() => Promise<void>)[] = [() => postgres.stop()];
  const stop = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const { connectionString } = postgres;
    const { role, directDatabaseUrl } = config.scaling;
    // A pooler in transaction mode would not keep the lock of the migrations on one connection.
    const ownSession = directDatabaseUrl ?? connectionString;
    const migrationPool = openPool({ connectionString: ownSession, log, max: 2, silentMilliseconds: null });
    if (config.databaseUrl === null && config.withDemoData) await clearUnfinishedDemo(migrationPool);
    await migrate(migrationPool, printLine, { signal: interrupted }).finally(() => migrationPool.end());
    const deps = await createDeps({ config, log, connectionString, secret });
    opened.push(() => deps.close());
    const handlers = jobHandlers(deps);
    await deps.jobs.prepare(handlers);
    const warmUp = deps.workers.warmUp();
    await openQuestionBank();
    const [app] = await Promise.all([
      createApp(deps, { siteDirectory: findSite(), shutdownSignal: shutdown.signal }),
      warmUp,
    ]);
    opened.push(() => app.close());
    const withDemoData = config.withDemoData && role !== "worker";
    const demoPassword = withDemoData ? await loadDemo(withoutProviders(deps), payInSandbox) : null;
    interrupted.throwIfAborted();
    const address = new URL(await app.listen({ host: config.host, port: config.port }));
    if (role !== "web") await deps.jobs.work(deps, handlers);
    if (role !== "worker") {
      // In the background, so that the first new password does not wait for the word lists.
      const nobody = { password: "", personal: [] };
      deps.workers.run("ratePassword", nobody).catch((err) => log.warn({ err }, "no word lists in advance"));
    }
    process.stdout.write(welcomeText({ config, port: Number(address.port), demoPassword }));
    return async () => {
      shutdown.abort();
      await sleep(1000 * config.drainSeconds);
      await stop();
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Throws before anything is opened if the port is in use, as in a second `npm start`. */
async function checkPort({ host, port }: { host: string; port: number }): Promise<void> {
  const probe = createServer().listen(port, host);
  await once(probe, "listening").catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== "EADDRINUSE") throw cause;
    throw new Error(`Port ${port} is in use, perhaps by a running Greenroom: stop that, or set PORT.`, {
      cause,
    });
  });
  probe.close();
}

/** The built site: beside the bundle, absent if the server runs from source in development. */
function findSite(): string | null {
  const directory = fileURLToPath(new URL("../web/", import.meta.url));
  return existsSync(`${directory}index.html`) ? directory : null;
}

async function main(): Promise<void> {
  const interruption = new AbortController();
  const started = start(interruption.signal);
  const exit = (error: unknown) => {
    if (error === interruption.signal.reason) process.exit(0);
    console.error(error);
    process.exit(1);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    // npm forwards Ctrl-C a second time, which is ignored.
    if (interruption.signal.aborted) return;
    interruption.abort();
    console.error(`\n${signal}: finishing the current work…`);
    started.then((stop) => stop()).then(() => process.exit(0), exit);
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  await started.catch((error: unknown) => {
    if (!interruption.signal.aborted) throw error;
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
