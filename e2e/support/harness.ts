import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import PostalMime from "postal-mime";
import { createApp } from "../../server/app.ts";
import { createDeps } from "../../server/create-deps.ts";
import { grantOperator } from "../../server/desk/grant-operator.ts";
import { jobHandlers } from "../../server/job-handlers.ts";
import { type Config, readConfig } from "../../server/kernel/config/config.ts";
import { openPool } from "../../server/kernel/db/database.ts";
import { migrate } from "../../server/kernel/db/migrate.ts";
import { inTransaction } from "../../server/kernel/db/transaction.ts";
import { createLog } from "../../server/kernel/log.ts";
import { ratePassword } from "../../server/people/accounts/rate-password.ts";
import { grantInterviewer } from "../../server/people/interviewers/invitations.ts";
import { importVisits } from "../../server/room/record/import-interview.ts";
import { recordPresence } from "../../server/room/rooms.ts";
import { presenceCutoff } from "../../server/room/rules.ts";
import { completeDueBookings } from "../../server/schedule/bookings/end.ts";
import { startThrowawayPostgres, withDatabase } from "../../server/testing/postgres.ts";
import type { InterviewerMode } from "../../server/testing/providers/model-interviewer.ts";
import { type ModelFault, startModelServer } from "../../server/testing/providers/model-server.ts";
import { startLocalPush } from "../../server/testing/providers/push.ts";
import {
  type DistributionFault,
  startLocalPyodideDistribution,
} from "../../server/testing/providers/pyodide.ts";
import { startRazorpayWithCheckout } from "../../server/testing/providers/razorpay-checkout.ts";
import { startLocalS3 } from "../../server/testing/providers/s3.ts";
import { startLocalSmtpServer } from "../../server/testing/providers/smtp.ts";
import { startLocalTranscription } from "../../server/testing/providers/transcription-server.ts";
import { startLocalTurnServer } from "../../server/testing/providers/turn.ts";
import { startLocalZoom } from "../../server/testing/providers/zoom.ts";
import { openWorkerPool } from "../../server/workers/worker-pool.ts";
import { harness, production } from "./addresses.ts";

/* The whole product on a separate database, with the real workers and the built site. Only the clock
   belongs to the test: it runs, and a journey may move it ahead, so that an interview ends without waiting
   45 minutes. */
const log = createLog(process.env.TEST_LOG_LEVEL ?? "error");
const postgres = await startThrowawayPostgres();
const turn = await startLocalTurnServer();
const transcription = await startLocalTranscription();
const pyodide = await startLocalPyodideDistribution();
const model = await startModelServer();
const push = await startLocalPush();
/** One pool of built processes for all servers: starting them from the sources would delay the first sign-up. */
const workers = openWorkerPool({ entry: pathToFileURL(resolve("dist/server/worker.js")) });
await workers.warmUp();
await workers.run("ratePassword", { password: "", personal: [] });
// On a busy machine the server may have to rate a password itself.
await ratePassword({ password: "", personal: [] });
const directories: string[] = [];

/** An empty, migrated database and a data folder. */
async function createWorld() {
  const dataDirectory = await mkdtemp(join(tmpdir(), "greenroom-e2e-"));
  directories.push(dataDirectory);
  const name = `world_${directories.length}`;
  const connectionString = withDatabase(postgres.connectionString, name);
  const admin = openPool({ connectionString: postgres.connectionString, log, max: 1 });
  await admin.query(`create database ${name}`);
  await admin.end();
  const pool = openPool({ connectionString, log, max: 1 });
  await migrate(pool, () => undefined);
  await pool.end();
  return { dataDirectory, connectionString };
}

async function createEnvironment() {
  const { dataDirectory, connectionString } = await createWorld();
  const settings = {
    GREENROOM_DATA: dataDirectory,
    GREENROOM_DEMO: "false",
    GREENROOM_RATE_LIMIT_FACTOR: "1000",
    PORT: String(harness.sitePort),
    ...turn.settings,
    ...pyodide.settings,
    ...push.settings,
  };
  const config = readConfig({ ...settings, ...transcription.settings });
  const configWithModel = readConfig({ ...settings, ...model.settings("openai") });
  return { dataDirectory, connectionString, config, configWithModel };
}

let environment = await createEnvironment();
let clockOffsetMilliseconds = 0;
const clock = { now: () => new Date(Date.now() + clockOffsetMilliseconds) };
let used: "config" | "configWithModel" = "config";
async function startServer(config: Config, connectionString: string) {
  const deps = await createDeps({
    config,
    log,
    connectionString,
    secret: "a secret that only journeys have, long enough",
    overrides: { clock, workers: { ...workers, close: async () => undefined } },
  });
  const handlers = jobHandlers(deps);
  await deps.jobs.prepare(handlers);
  const app = await createApp(deps, { siteDirectory: resolve("dist/web") });
  await app.listen({ host: config.host, port: config.port });
  await deps.jobs.work(deps, handlers);
  return {
    deps,
    async close() {
      await app.close();
      await deps.close();
    },
  };
}
let server = await startServer(environment.config, environment.connectionString);

/** The product with production's adapters, started when a journey asks for it, each time with an empty database. */
let productionServer: Awaited<ReturnType<typeof startProduction>> | null = null;
const mailDirectory = () => join(environment.dataDirectory, "mail");

/** The product as production runs it, with its adapters and local providers. */
async function startProduction() {
  const { dataDirectory, connectionString } = await createWorld();
  const razorpay = await startRazorpayWithCheckout(`${production.siteUrl}/api/payment/webhook`);
  const zoom = await startLocalZoom({ now: () => clock.now() });
  const s3 = await startLocalS3();
  let count = 0;
  const smtp = await startLocalSmtpServer({
    async onMail({ raw }) {
      count += 1;
      await mkdir(mailDirectory(), { recursive: true });
      await writeFile(join(mailDirectory(), `smtp-${String(count).padStart(6, "0")}.eml`), raw);
    },
  });
  const config = readConfig({
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(production.sitePort),
    DATABASE_URL: connectionString,
    GREENROOM_DATA: dataDirectory,
    GREENROOM_SECRET: "the secret of the production that journeys walk through",
    GREENROOM_PUBLIC_URL: production.siteUrl,
    GREENROOM_SMTP_URL: smtp.url,
    ...s3.settings,
    ...zoom.settings,
    ...razorpay.settings,
  });
  const { deps, close } = await startServer(config, connectionString);
  return {
    deps,
    async close() {
      await close();
      for (const provider of [razorpay, zoom, s3, smtp]) await provider.close();
    },
  };
}

/** The requests of tests, by path. */
const controlRoutes: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
  "/ready": async () => ({ now: clock.now() }),
  /** People in a room stay there meanwhile. */
  "/advance": async (query) => {
    const before = presenceCutoff(clock.now());
    const present = await server.deps.database
      .selectFrom("roomVisits")
      .select(["bookingId", "userId"])
      .where("leftAt", "is", null)
      .where("lastSeenAt", ">=", before)
      .execute();
    clockOffsetMilliseconds += Number(query.get("minutes")) * 60_000;
    const now = clock.now();
    await inTransaction(server.deps.database, async (tx) => {
      for (const person of present) await recordPresence(tx, { ...person, now, presentSince: before });
    });
    await completeDueBookings(server.deps);
    return { now };
  },
  /** Both people of each upcoming interview are in its room from its start to its end. */
  "/hold-interviews": async () => {
    const bookings = await server.deps.database
      .selectFrom("bookings")
      .select(["id", "intervieweeId", "interviewerId", "startsAt as from", "endsAt as to"])
      .where("status", "=", "pending")
      .execute();
    for (const { id, intervieweeId, interviewerId, ...times } of bookings) {
      const visits = [intervieweeId, interviewerId].map((personId) => ({ personId, ...times }));
      await importVisits(server.deps, id, visits);
    }
    return { now: clock.now() };
  },
  "/reset-clock": async () => {
    clockOffsetMilliseconds = 0;
    return { now: clock.now() };
  },
  /** A deploy: the server stops, and another takes its place. */
  "/restart": async () => {
    await restart();
    return { now: clock.now() };
  },
  /** For a retry: an empty database, and no mails. */
  "/new-world": async () => {
    turn.dropPackets(false);
    environment = await createEnvironment();
    await restart();
    return { now: clock.now() };
  },
  /** Cuts or restores the media of participants that use the relay. */
  "/media": async (query) => {
    turn.dropPackets(query.get("cut") === "true");
    const { allocated, refused, relayedBytes } = turn;
    return { allocated, refused, relayedBytes };
  },
  /** Sets what the transcription service returns next; returns what it was sent so far. */
  "/transcription": async (query) => {
    transcription.say(...query.getAll("say"));
    return transcription.heard;
  },
  /**
   * Makes the distribution of Python packages fail; without a fault it works again. Returns the files that were
   * requested since the last call.
   */
  "/python-packages": async (query) => {
    pyodide.failAlways(query.get("fault") as DistributionFault | null);
    return pyodide.requests.splice(0);
  },
  /** Subscribes a browser at the local push service, because Chromium has none here. */
  "/push/subscribe": async (query) => push.subscribe(query.get("key") ?? ""),
  /** What the push service was sent since the last call. */
  "/push/received": async () => push.received.splice(0),
  /** Restarts the server with a language model, or without. */
  "/use-model": async (query) => {
    used = query.get("on") === "true" ? "configWithModel" : "config";
    await restart();
    return { now: clock.now() };
  },
  /** How fast the model writes from now on, and how its next calls fail. */
  "/model": async (query) => {
    model.followUpMilliseconds = Number(query.get("followUpMilliseconds") ?? 0);
    model.interviewer = (query.get("interviewer") ?? "honest") as InterviewerMode;
    model.fail(...(query.getAll("fault") as ModelFault[]));
    return { calls: model.requests.length };
  },
  "/grant-interviewer": async (query) => grantInterviewer(server.deps, query.get("email") ?? ""),
  "/grant-owner": async (query) =>
    grantOperator(server.deps, { email: query.get("email") ?? "", level: "owner", actor: "command line" }),
  "/production": async () => {
    await productionServer?.close();
    productionServer = await startProduction();
    return production;
  },
  "/production/grant-interviewer": async (query) => {
    if (productionServer === null) throw new Error("the production server was not started");
    return await grantInterviewer(productionServer.deps, query.get("email") ?? "");
  },
  "/mail": async (query) => readMail(query.get("to") ?? ""),
};

async function restart(): Promise<void> {
  await server.close();
  server = await startServer(environment[used], environment.connectionString);
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
  const answer = controlRoutes[url.pathname];
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
  await productionServer?.close();
  await server.close();
  await turn.close();
  await transcription.close();
  await pyodide.close();
  await model.close();
  await push.close();
  await workers.close();
  await postgres.stop();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
  process.exit(0);
}
process.once("SIGTERM", () => void stop());
process.once("SIGINT", () => void stop());
