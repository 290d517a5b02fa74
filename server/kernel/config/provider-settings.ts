import { type EnvironmentReader, isLocalHost, readProviderUrl } from "./environment.ts";

/** The configured payment provider and its settings. */
export type PaymentSettings = { kind: "sandbox" } | RazorpaySettings;

export interface RazorpaySettings {
  kind: "razorpay";
  /** Public: the checkout contains it. */
  keyId: string;
  keySecret: string;
  /** One secret, or two during a rotation: the new one and the previous one. Both are accepted. */
  webhookSecrets: readonly string[];
  /** The provider's API, without a trailing slash. Tests set that of a local provider. */
  apiUrl: string;
  checkoutUrl: string;
}

const paymentNames = [
  "GREENROOM_RAZORPAY_KEY_ID",
  "GREENROOM_RAZORPAY_KEY_SECRET",
  "GREENROOM_RAZORPAY_WEBHOOK_SECRET",
] as const;

/**
 * The sandbox, unless Razorpay's keys are set; production requires them. Throws an Error with one sentence
 * that names what is missing or wrong.
 */
export function readPaymentSettings(read: EnvironmentReader, isProduction: boolean): PaymentSettings {
  const apiUrl = read.text("GREENROOM_RAZORPAY_API_URL") ?? "https://api.razorpay.com";
  const checkoutUrl =
    read.text("GREENROOM_RAZORPAY_CHECKOUT_URL") ?? "https://checkout.razorpay.com/v1/checkout.js";
  const missing = paymentNames.find((name) => read.text(name) === null);
  if (isProduction && missing !== undefined) throw new Error(`${missing} must be set in production.`);
  const keys = read.together(paymentNames, "the other keys of Razorpay");
  if (keys === null) return { kind: "sandbox" };
  const keyId = keys.GREENROOM_RAZORPAY_KEY_ID;
  if (!/^rzp_(test|live)_[A-Za-z0-9]{14}$/.test(keyId)) {
    throw new Error(
      "GREENROOM_RAZORPAY_KEY_ID must be of the form rzp_live_… or rzp_test_…, as Razorpay shows it.",
    );
  }
  return {
    kind: "razorpay",
    keyId,
    keySecret: keys.GREENROOM_RAZORPAY_KEY_SECRET,
    webhookSecrets: readSecrets(keys.GREENROOM_RAZORPAY_WEBHOOK_SECRET),
    apiUrl: readProviderUrl("GREENROOM_RAZORPAY_API_URL", apiUrl).replace(/\/+$/, ""),
    checkoutUrl: readProviderUrl("GREENROOM_RAZORPAY_CHECKOUT_URL", checkoutUrl),
  };
}

/** `new,old` during a rotation. Errors never repeat a value, because it is secret. */
function readSecrets(value: string): string[] {
  const secrets = value.split(",").map((secret) => secret.trim());
  if (secrets.length > 2) {
    throw new Error(
      "GREENROOM_RAZORPAY_WEBHOOK_SECRET holds at most two secrets: the new one and the one before.",
    );
  }
  if (secrets.some((secret) => secret.length < 16)) {
    throw new Error("Each secret in GREENROOM_RAZORPAY_WEBHOOK_SECRET must be at least 16 characters long.");
  }
  return secrets;
}

/** The configured meeting provider and its settings. */
export type MeetingSettings = { kind: "room" } | ZoomSettings;

export interface ZoomSettings {
  kind: "zoom";
  accountId: string;
  clientId: string;
  clientSecret: string;
  /** Users of the account, by id or email address, who host the meetings. */
  hosts: readonly string[];
  /** Meetings that one host may hold at the same time. */
  meetingsAtATime: number;
  /** Zoom's API and its token service, without a trailing slash. Tests set those of a local provider. */
  apiUrl: string;
  oauthUrl: string;
}

const meetingNames = [
  "GREENROOM_ZOOM_ACCOUNT_ID",
  "GREENROOM_ZOOM_CLIENT_ID",
  "GREENROOM_ZOOM_CLIENT_SECRET",
  "GREENROOM_ZOOM_HOSTS",
] as const;

/**
 * Our own room, unless all four of Zoom's settings are set. Throws an Error with one sentence that names what
 * is missing or wrong.
 */
export function readMeetingSettings(read: EnvironmentReader): MeetingSettings {
  const meetingsAtATime = read.integer("GREENROOM_ZOOM_MEETINGS_AT_A_TIME", 1, [1, 2]);
  const apiUrl = read.text("GREENROOM_ZOOM_API_URL") ?? "https://api.zoom.us";
  const oauthUrl = read.text("GREENROOM_ZOOM_OAUTH_URL") ?? "https://zoom.us";
  const account = read.together(meetingNames, "the other settings of Zoom");
  if (account === null) return { kind: "room" };
  return {
    kind: "zoom",
    accountId: account.GREENROOM_ZOOM_ACCOUNT_ID,
    clientId: account.GREENROOM_ZOOM_CLIENT_ID,
    clientSecret: account.GREENROOM_ZOOM_CLIENT_SECRET,
    hosts: readHosts(account.GREENROOM_ZOOM_HOSTS),
    meetingsAtATime,
    apiUrl: readProviderUrl("GREENROOM_ZOOM_API_URL", apiUrl).replace(/\/+$/, ""),
    oauthUrl: readProviderUrl("GREENROOM_ZOOM_OAUTH_URL", oauthUrl).replace(/\/+$/, ""),
  };
}

/** Removes duplicates: a host who is listed twice would get twice the meetings that they can hold. */
function readHosts(value: string): string[] {
  // An email address is the same in any case, but a user id is not.
  const hosts = value
    .split(",")
    .map((host) => (host.includes("@") ? host.trim().toLowerCase() : host.trim()));
  if (hosts.some((host) => host === "" || /\s/.test(host)) || new Set(hosts).size < hosts.length) {
    throw new Error(
      "GREENROOM_ZOOM_HOSTS must be users of the Zoom account, separated by commas, each of them once.",
    );
  }
  return hosts;
}

/** The destination of mail: a folder, or an SMTP server. */
export type MailSettings = { kind: "folder" } | SmtpSettings;

export interface SmtpSettings {
  kind: "smtp";
  host: string;
  port: number;
  /** From the first byte (`smtps:`), by STARTTLS, which is then required, or none, to this machine only. */
  encryption: "tls" | "starttls" | "none";
  auth: { user: string; pass: string } | null;
}

const name = "GREENROOM_SMTP_URL";

/**
 * A folder, unless a server is set; production requires a server. Throws an Error with one sentence that names what
 * is missing or wrong. It never repeats the URL, because it contains a password.
 */
export function readMailSettings(read: EnvironmentReader, isProduction: boolean): MailSettings {
  const value = read.text(name);
  if (value === null) {
    if (isProduction) throw new Error(`${name} must be set in production.`);
    return { kind: "folder" };
  }
  const url = URL.canParse(value) ? new URL(value) : null;
  if ((url?.protocol !== "smtps:" && url?.protocol !== "smtp:") || url.hostname === "") {
    throw new Error(`${name} must be an address like smtps://user:password@mail.example:465.`);
  }
  if (url.search !== "" || url.hash !== "" || url.pathname.length > 1) {
    throw new Error(`${name} ends with the port: encode / ? # and @ in the password as %2F %3F %23 and %40.`);
  }
  if ((url.username === "") !== (url.password === "")) {
    throw new Error(`${name} must hold both a user and a password, or neither.`);
  }
  const isEncrypted = url.protocol === "smtps:";
  return {
    kind: "smtp",
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: url.port === "" ? (isEncrypted ? 465 : 587) : Number(url.port),
    encryption: isEncrypted ? "tls" : isLocalHost(url.hostname) ? "none" : "starttls",
    auth: url.username === "" ? null : { user: decode(url.username), pass: decode(url.password) },
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(`${name}: a % in the user or password is written as %25.`);
  }
}

/** The configured file storage and its settings. */
export type StorageSettings = { kind: "disk" } | S3Settings;

export interface S3Settings {
  kind: "s3";
  bucket: string;
  /** Part of every signature, so it must be the provider's own name for the region. */
  region: string;
  /** Null: Amazon's endpoint of the region. */
  endpoint: string | null;
  /** True: the bucket is part of the path (`https://host/bucket/key`), else of the host name. */
  usesPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  /** Prepended to every key, because others may use the same bucket. Ends with a slash, or is empty. */
  prefix: string;
}

const storageNames = [
  "GREENROOM_S3_BUCKET",
  "GREENROOM_S3_ACCESS_KEY_ID",
  "GREENROOM_S3_SECRET_ACCESS_KEY",
] as const;

interface StorageContext {
  isProduction: boolean;
  publicUrl: string;
}

/**
 * A folder, unless a bucket is set; production must name a bucket or confirm the folder. Throws an Error with
 * one sentence that names what is missing or wrong.
 */
export function readStorageSettings(
  read: EnvironmentReader,
  { isProduction, publicUrl }: StorageContext,
): StorageSettings {
  const wanted = read.text("GREENROOM_STORAGE");
  if (wanted !== null && wanted !== "disk" && wanted !== "s3") {
    throw new Error(`GREENROOM_STORAGE must be disk or s3, not "${wanted}".`);
  }
  const given = Object.fromEntries(storageNames.map((name) => [name, read.text(name)]));
  const s3 = readS3(read, publicUrl);
  const isNamed = storageNames.some((name) => given[name] !== null);
  if (wanted === "disk" || (wanted === null && !isNamed && !isProduction)) return { kind: "disk" };
  const missing = storageNames.find((name) => given[name] === null);
  if (missing === undefined) return s3;
  throw new Error(
    isNamed || wanted === "s3"
      ? `${missing} must be set together with the other settings of the storage.`
      : `${missing} must be set in production, or GREENROOM_STORAGE=disk to keep files on this one machine.`,
  );
}

function readS3(read: EnvironmentReader, publicUrl: string): S3Settings {
  const [bucket, accessKeyId, secretAccessKey] = storageNames.map((name) => read.text(name) ?? "");
  const endpoint = read.text("GREENROOM_S3_ENDPOINT");
  if (endpoint !== null && new URL(readProviderUrl("GREENROOM_S3_ENDPOINT", endpoint)).origin === publicUrl) {
    // Otherwise this server would keep its files with itself.
    throw new Error("GREENROOM_S3_ENDPOINT must not be the address of GREENROOM_PUBLIC_URL.");
  }
  const prefix = read.text("GREENROOM_S3_PREFIX") ?? "";
  if (!/^(\w[\w.-]*(\/\w[\w.-]*)*\/?)?$/.test(prefix)) {
    throw new Error(
      "GREENROOM_S3_PREFIX must be a folder of letters, digits, dots and dashes, like greenroom/.",
    );
  }
  return {
    kind: "s3",
    bucket: bucket as string,
    accessKeyId: accessKeyId as string,
    secretAccessKey: secretAccessKey as string,
    region: read.text("GREENROOM_S3_REGION") ?? "us-east-1",
    endpoint,
    usesPathStyle: read.boolean("GREENROOM_S3_PATH_STYLE", false),
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
  };
}

/** The language model that drafts reports and writes follow-ups in practice rounds. */
export interface AiSettings {
  dialect: "openai" | "anthropic";
  /** Up to `/v1`, without a trailing slash. */
  url: string;
  /** Null for a self-hosted model that needs no key. */
  key: string | null;
  model: string;
}

export interface TranscriptionSettings {
  url: string;
  key: string | null;
  model: string;
}

const dialects = ["openai", "anthropic"];

/** Null unless a model is set. Throws an Error with one sentence that names what is missing or wrong. */
export function readAiSettings(read: EnvironmentReader): AiSettings | null {
  const names = { url: "GREENROOM_AI_URL", model: "GREENROOM_AI_MODEL" };
  const key = read.text("GREENROOM_AI_KEY");
  const dialect = read.shaped(
    "GREENROOM_AI_DIALECT",
    (value) => dialects.includes(value),
    "openai or anthropic",
  );
  const pair = readPair(read, names);
  if (pair === null) {
    const extra = [
      key === null ? null : "GREENROOM_AI_KEY",
      dialect === null ? null : "GREENROOM_AI_DIALECT",
    ].find((name) => name !== null);
    if (extra !== undefined)
      throw new Error(`${names.url} and ${names.model} must be set together with ${extra}.`);
    return null;
  }
  return { ...pair, key, dialect: dialect === "anthropic" ? "anthropic" : "openai" };
}

/** Null unless a transcription service is set. */
export function readTranscriptionSettings(read: EnvironmentReader): TranscriptionSettings | null {
  const names = { url: "GREENROOM_TRANSCRIPTION_URL", model: "GREENROOM_TRANSCRIPTION_MODEL" };
  const key = read.text("GREENROOM_TRANSCRIPTION_KEY");
  const pair = readPair(read, names);
  if (pair === null) {
    if (key !== null) throw new Error(`${names.url} must be set together with GREENROOM_TRANSCRIPTION_KEY.`);
    return null;
  }
  return { ...pair, key };
}

function readPair(read: EnvironmentReader, names: { url: string; model: string }) {
  const pair = read.together([names.url, names.model], "the other of the two");
  if (pair === null) return null;
  const [url = "", model = ""] = [pair[names.url], pair[names.model]];
  return { url: readProviderUrl(names.url, url).replace(/\/+$/, ""), model };
}

/** The role of this process: `web` answers requests, `worker` runs jobs, `all` does both. */
export type ServerRole = (typeof roles)[number];

const roles = ["all", "web", "worker"] as const;

/** How the servers of one product share their work. Everything is off on one machine. */
export interface ScalingSettings {
  role: ServerRole;
  /**
   * PostgreSQL itself, when DATABASE_URL leads to a pooler in transaction mode. LISTEN and migrations need a session of
   * their own. Null: DATABASE_URL is PostgreSQL.
   */
  directDatabaseUrl: string | null;
  /** Redis or Valkey for the room's events and the limits; null: PostgreSQL does both. */
  redisUrl: string | null;
  /** A streaming replica for reads that may lag, and how far it may lag; null: all reads go to the primary. */
  replica: { url: string; maxLagSeconds: number } | null;
}

export const isPostgresUrl = (value: string) => /^postgres(ql)?:\/\//.test(value);
export const postgresUrlExample = "an address like postgres://user:password@host:5432/name";

/** Reads them. `databaseUrl` is DATABASE_URL; the embedded PostgreSQL has neither a pooler nor a replica. */
export function readScalingSettings(read: EnvironmentReader, databaseUrl: string | null): ScalingSettings {
  const role = read.shaped(
    "GREENROOM_ROLE",
    (value) => roles.some((known) => known === value),
    "all, web or worker",
  );
  const address = (name: string) => {
    const value = read.shaped(name, isPostgresUrl, postgresUrlExample);
    if (value !== null && databaseUrl === null) throw new Error(`${name} needs DATABASE_URL: set both.`);
    return value;
  };
  const replicaUrl = address("GREENROOM_REPLICA_URL");
  const maxLagSeconds = read.number("GREENROOM_REPLICA_MAX_LAG_SECONDS", 5, [1, 300]);
  return {
    role: (role ?? "all") as ServerRole,
    directDatabaseUrl: address("GREENROOM_DATABASE_DIRECT_URL"),
    redisUrl: read.shaped(
      "GREENROOM_REDIS_URL",
      (value) => /^rediss?:\/\//.test(value) && URL.canParse(value),
      "an address like redis://user:password@host:6379",
    ),
    replica: replicaUrl === null ? null : { url: replicaUrl, maxLagSeconds },
  };
}
