import { createHmac } from "node:crypto";
import { join } from "node:path";
import type pg from "pg";
import type { Logger } from "pino";
import { connectFacts, personalData } from "./areas.ts";
import type { Config } from "./kernel/config/config.ts";
import { type Database, openDatabase, openPool, UnpreparingClient } from "./kernel/db/database.ts";
import { openNotifications } from "./kernel/db/notifications.ts";
import { openReplica, readFromPrimary } from "./kernel/db/replica.ts";
import type { Clock, Deps, DepsOverrides } from "./kernel/deps.ts";
import { openRateLimits } from "./kernel/http/rate-limits.ts";
import { openJobQueue } from "./kernel/jobs.ts";
import { recordRefusals, skipDeletedRecipients } from "./kernel/mail/deliveries.ts";
import { openModel } from "./vendors/ai/open-model.ts";
import { folderMail, mailboxPlugin } from "./vendors/mail/mailbox.ts";
import type { MailSender } from "./vendors/mail/port.ts";
import { smtpMail } from "./vendors/mail/smtp.ts";
import type { Meetings } from "./vendors/meeting/port.ts";
import { roomMeetings } from "./vendors/meeting/room.ts";
import { zoomMeetings } from "./vendors/meeting/zoom.ts";
import type { PaymentProvider } from "./vendors/payment/port.ts";
import { razorpayPayments } from "./vendors/payment/razorpay.ts";
import { sandboxPayments } from "./vendors/payment/sandbox.ts";
import { payOrder, sandboxPlugin } from "./vendors/payment/sandbox-routes.ts";
import { postgresLimits, postgresRelay } from "./vendors/postgres.ts";
import { webPushSender } from "./vendors/push/web-push.ts";
import type { Relay } from "./vendors/relay/port.ts";
import { clamdScanner } from "./vendors/scanner/clamd.ts";
import { diskStorage } from "./vendors/storage/disk.ts";
import { openaiTranscription } from "./vendors/transcription/openai-transcription.ts";
import { openWorkerPool } from "./workers/worker-pool.ts";

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

interface DepsInput {
  config: Config;
  log: Logger;
  connectionString: string;
  secret: string;
  /** As for `openPool`. */
  silentMilliseconds?: null;
  overrides?: DepsOverrides;
}

/** The external providers: everything in `Deps` that can be unavailable while the server runs. */
type Providers = Pick<
  Deps,
  | "clock"
  | "mail"
  | "meetings"
  | "payments"
  | "push"
  | "storage"
  | "scanner"
  | "ai"
  | "transcription"
  | "hmac"
>;

/** Opens the configured adapters. Makes no network calls. */
export async function openProviders({
  config,
  log,
  database,
  secret,
  overrides = {},
}: Omit<DepsInput, "connectionString"> & { database: Database }): Promise<Providers> {
  const clock = overrides.clock ?? systemClock;
  const hmac: Deps["hmac"] = (purpose, message) =>
    createHmac("sha256", secret).update(purpose).update("\0").update(message).digest();
  const sender = overrides.mail ?? openMail(config, clock);
  return {
    clock,
    hmac,
    mail: skipDeletedRecipients(recordRefusals({ sender, database, clock, log })),
    meetings: openMeetings(config, clock),
    payments: overrides.payments ?? openPayments(config, { database, clock, hmac }),
    push: webPushSender({ serviceUrl: config.pushServiceUrl, contact: config.business.supportEmail, hmac }),
    storage: overrides.storage ?? (await openStorage(config)),
    scanner: config.clamd === null ? null : clamdScanner(config.clamd),
    ai: config.ai === null ? null : openModel(config.ai),
    transcription: config.transcription === null ? null : openaiTranscription(config.transcription),
  };
}

/** The composition root: the only place that names adapters. */
export async function createDeps({
  config,
  log,
  connectionString,
  secret,
  silentMilliseconds,
  overrides = {},
}: DepsInput): Promise<Deps> {
  const { directDatabaseUrl, redisUrl, replica } = config.scaling;
  const pooled = directDatabaseUrl === null ? {} : { Client: UnpreparingClient };
  const limit = silentMilliseconds === undefined ? {} : { silentMilliseconds };
  const pool = openPool({ connectionString, log, ...pooled, ...limit });
  const database = openDatabase(pool);
  const notifications = openNotifications({ connectionString: directDatabaseUrl ?? connectionString, log });
  const jobs = await openJobQueue(connectionString, log, pooled.Client);
  const providers = await openProviders({ config, log, database, secret, overrides });
  const workers = overrides.workers ?? openWorkerPool();
  const redis = redisUrl === null ? null : await openRedis(redisUrl, pool, log);
  const notify = postgresRelay({ database, notifications });
  const lagging =
    replica === null ? readFromPrimary(database) : openReplica({ primary: pool, log, ...replica });
  const countLimit = redis?.countLimit ?? postgresLimits(pool);
  return {
    config,
    log,
    pool,
    database,
    lagging,
    relay: redis?.relay(notify) ?? notify,
    jobs,
    limits: openRateLimits(countLimit, config.rateLimitFactor),
    facts: connectFacts({ clock: providers.clock, config, jobs, log }),
    personalData,
    ...providers,
    workers,
    plugins: [
      ...(providers.payments.name === "sandbox" ? [sandboxPlugin] : []),
      ...(config.mail.kind === "folder" ? [mailboxPlugin(mailDirectoryOf(config))] : []),
    ],
    async close() {
      await redis?.close();
      await lagging.close();
      await notifications.close();
      await jobs.close();
      await workers.close();
      await providers.mail.close?.();
      await pool.end();
    },
  };
}

/** The same for the demo, which needs this server alone, whichever providers are set up. */
export function withoutProviders(deps: Deps): Deps {
  const config: Config = { ...deps.config, payments: { kind: "sandbox" }, meetings: { kind: "room" } };
  return {
    ...deps,
    config,
    payments: openPayments(config, deps),
    meetings: openMeetings(config, deps.clock),
    storage: diskStorage(filesDirectoryOf(config)),
    scanner: null,
    ai: null,
    transcription: null,
  };
}

/** Pays an order as a person in the sandbox's checkout does. */
export const payInSandbox = (deps: Deps, orderId: string) => payOrder(deps, orderId, "success");

/** Redis in place of PostgreSQL for what servers tell each other and for the counters of limits. */
async function openRedis(url: string, pool: pg.Pool, log: Logger) {
  const vendor = await loadRedis();
  const redis = await vendor.openRedis({ url, log });
  return {
    countLimit: vendor.redisLimits(redis, pool),
    relay: (fallback: Relay) => vendor.redisRelay({ redis, fallback, log }),
    close: () => redis.close(),
  };
}

/** Redis' client is large, so it is loaded only if it is used. */
function loadRedis() {
  return import("./vendors/redis.ts");
}

export async function checkRedis(url: string): Promise<string> {
  return (await loadRedis()).checkRedis(url);
}

function openMail({ mail, mailFrom: from, ...config }: Config, clock: Clock): MailSender {
  return mail.kind === "smtp"
    ? smtpMail({ settings: mail, from, clock })
    : folderMail({ directory: mailDirectoryOf(config), from, clock });
}

function mailDirectoryOf({ dataDirectory }: Pick<Config, "dataDirectory">): string {
  return join(dataDirectory, "mail");
}

function filesDirectoryOf({ dataDirectory }: Pick<Config, "dataDirectory">): string {
  return join(dataDirectory, "files");
}

function openPayments(
  { payments, port, publicUrl, scaling }: Config,
  dependencies: Pick<Deps, "database" | "clock" | "hmac">,
): PaymentProvider {
  if (payments.kind === "razorpay") return razorpayPayments(payments);
  // A worker has no webhook of its own.
  const base = scaling.role === "worker" ? publicUrl : `http://localhost:${port}`;
  return sandboxPayments({ ...dependencies, webhookUrl: `${base}/api/payment/webhook` });
}

/** Amazon's SDK takes half a second to load, so it is loaded only if it is used. */
async function openStorage({ storage, dataDirectory }: Config) {
  if (storage.kind === "disk") return diskStorage(filesDirectoryOf({ dataDirectory }));
  const { s3Storage } = await import("./vendors/storage/s3.ts");
  return s3Storage(storage);
}

function openMeetings({ meetings, publicUrl, business }: Config, clock: Clock): Meetings {
  const room = roomMeetings(publicUrl, business.name);
  const hosted = meetings.kind === "zoom" ? zoomMeetings(meetings, clock, publicUrl) : null;
  if (hosted === null) return { displayName: room.displayName, room, hosted };
  const check = async () => {
    for (const host of hosted.hosts) await hosted.listMeetings(host);
  };
  return { displayName: hosted.displayName, room, hosted, check };
}
