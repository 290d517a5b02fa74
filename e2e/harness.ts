import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import PostalMime from "postal-mime";
import { createApp } from "../server/app.ts";
import { readConfig } from "../server/config.ts";
import { openPool } from "../server/db/database.ts";
import { migrate } from "../server/db/migrate.ts";
import { createDeps } from "../server/deps.ts";
import { completeDueBookings } from "../server/domains/bookings/complete-due-bookings.ts";
import { grantInterviewer } from "../server/domains/operator/grant-interviewer.ts";
import { jobHandlers } from "../server/jobs/handlers.ts";
import { createLog } from "../server/log.ts";
import { startTurnPeer } from "../server/testing/peers/turn.ts";
import { startThrowawayPostgres, withDatabase } from "../server/testing/throwaway-postgres.ts";
import { harness, production } from "./addresses.ts";
import { type Production, startProduction } from "./production.ts";

/*
 * The whole product on a database of its own, with the real workers and the built site. Only the clock is the test's:
 * it runs, and a journey may move it ahead, so that an interview is over without waiting 45 minutes.
 */
const log = createLog(process.env.TEST_LOG_LEVEL ?? "warn");
const postgres = await startThrowawayPostgres();
const turn = await startTurnPeer();
const directories: string[] = [];

/** A database and a data folder in which nothing has happened yet. */
async function createWorld() {
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-e2e-"));
  directories.push(dataDirectory);
  const name = `world_${directories.length}`;
  const connectionString = withDatabase(postgres.connectionString, name);
  const admin = openPool(postgres.connectionString, log, 1);
  await admin.query(`create database ${name}`);
  await admin.end();
  const pool = openPool(connectionString, log, 1);
  await migrate(pool, () => undefined);
  await pool.end();
  const config = readConfig({
    GREENROOM_DATA: dataDirectory,
    GREENROOM_DEMO: "false",
    GREENROOM_RATE_LIMIT_FACTOR: "1000",
    PORT: String(harness.sitePort),
    ...turn.settings,
  });
  return { dataDirectory, connectionString, config };
}

let world = await createWorld();
let aheadMilliseconds = 0;
const clock = { now: () => new Date(Date.now() + aheadMilliseconds) };
async function startServer() {
  const { config, connectionString } = world;
  const deps = await createDeps({
    config,
    log,
    connectionString,
    secret: "a secret that only journeys have, long enough",
    overrides: { clock },
  });
  const handlers = jobHandlers(deps);
  await deps.jobs.prepare(handlers);
  const app = await createApp(deps, { siteDirectory: resolve("dist/web") });
  await app.listen({ host: config.host, port: config.port });
  await deps.jobs.work(deps, handlers);
  return { deps, app };
}
let { deps, app } = await startServer();

/** The product on production's adapters, from when a journey asks for it; each time another, in which nothing has happened. */
let inProduction: Production | null = null;
const mailDirectory = () => join(world.dataDirectory, "mail");

/** What a test may ask for, by path. */
const answers: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  "/ready": async () => ({ now: clock.now() }),
  "/advance": async (query) => {
    aheadMilliseconds += Number(query.get("minutes")) * 60_000;
    await completeDueBookings(deps);
    return { now: clock.now() };
  },
  "/reset-clock": async () => {
    aheadMilliseconds = 0;
    return { now: clock.now() };
  },
  /** A deploy: the server goes, and another comes in its place. */
  "/restart": async () => {
    await restart();
    return { now: clock.now() };
  },
  /** For a second try: nobody has signed up yet, no mail has been sent. */
  "/new-world": async () => {
    turn.cut(false);
    world = await createWorld();
    await restart();
    return { now: clock.now() };
  },
  /** The way of pictures and voices, for those who go by the relay: cut, or open again. */
  "/media": async (query) => {
    turn.cut(query.get("cut") === "true");
    const { allocated, refused, relayedBytes } = turn;
    return { allocated, refused, relayedBytes };
  },
  "/grant-interviewer": async (query) => grantInterviewer(deps, query.get("email") ?? ""),
  "/production": async () => {
    await inProduction?.close();
    const { connectionString } = postgres;
    inProduction = await startProduction({ connectionString, mailDirectory, clock, log });
    return production;
  },
  "/production/grant-interviewer": async (query) => {
    if (inProduction === null) throw new Error("nobody asked for production yet");
    return await grantInterviewer(inProduction.deps, query.get("email") ?? "");
  },
  "/mail": async (query) => readMail(query.get("to") ?? ""),
};

async function restart(): Promise<void> {
  await app.close();
  await deps.close();
  ({ deps, app } = await startServer());
}

async function readMail(to: string) {
  const directory = mailDirectory();
  const names = (await readdir(directory).catch(() => [] as string[]))
    .filter((name) => name.endsWith(".eml"))
    .sort();
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(directory, name)))),
  );
  return mails
    .filter((mail) => mail.to?.some((address) => address.address === to))
    .map(({ subject, text }) => ({ subject, text }));
}

const control = createServer((request: IncomingMessage, response) => {
  const url = new URL(request.url ?? "/", harness.url);
  const answer = answers[url.pathname];
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  answer(url.searchParams).then(
    (value) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value)),
    (error: unknown) => response.writeHead(500).end(String(error)),
  );
});
control.listen(harness.port, "localhost");

async function stop(): Promise<void> {
  control.close();
  await inProduction?.close();
  await app.close();
  await deps.close();
  await turn.close();
  await postgres.stop();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
  process.exit(0);
}
process.once("SIGTERM", () => void stop());
process.once("SIGINT", () => void stop());
