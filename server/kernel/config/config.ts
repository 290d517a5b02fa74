import { resolve } from "node:path";
import { isTimeZone } from "@greenroom/contract/kernel/instants.ts";
import { emailSchema } from "@greenroom/contract/kernel/names.ts";
import { currentTimeZoneName } from "@greenroom/contract/kernel/time-zone-names.ts";
import {
  type Environment,
  type EnvironmentReader,
  environmentReader,
  isMailAddress,
  isSiteUrl,
  readFolderUrl,
  readProviderUrl,
  type ShownSetting,
} from "./environment.ts";
import {
  type AiSettings,
  isPostgresUrl,
  type MailSettings,
  type MeetingSettings,
  type PaymentSettings,
  postgresUrlExample,
  readAiSettings,
  readMailSettings,
  readMeetingSettings,
  readPaymentSettings,
  readScalingSettings,
  readStorageSettings,
  readTranscriptionSettings,
  type ScalingSettings,
  type StorageSettings,
  type TranscriptionSettings,
} from "./provider-settings.ts";

/** All settings, read once at start. Variants stand for providers; null means off. */
export interface Config {
  isProduction: boolean;
  host: string;
  port: number;
  /** The public URL, without a trailing slash. Links use it instead of a request's Host. */
  publicUrl: string;
  dataDirectory: string;
  /** Null: the embedded PostgreSQL under `dataDirectory`. */
  databaseUrl: string | null;
  scaling: ScalingSettings;
  /** The key of every HMAC. Null: generated once and kept under `dataDirectory` (never in production). */
  secret: string | null;
  logLevel: string;
  /** How long a stopping server continues to serve while `/health/ready` already fails. */
  drainSeconds: number;
  withDemoData: boolean;
  rateLimitFactor: number;
  /** The number of proxies in front of us that set X-Forwarded-For; 0 ignores the header. */
  trustedProxies: number;
  /** The STUN and TURN servers that connect two browsers in a room. Without any, both must be on one network. */
  ice: IceSettings;
  mail: MailSettings;
  mailFrom: string;
  payments: PaymentSettings;
  storage: StorageSettings;
  /** A push service that may be called beside those of the known browsers; null: none. */
  pushServiceUrl: string | null;
  /** clamd, which scans uploads; null: uploads are not scanned. */
  clamd: { host: string; port: number } | { path: string } | null;
  meetings: MeetingSettings;
  business: BusinessSettings;
  /** Founding members: how many accounts, and the discount of each on Basic. */
  founding: { places: number; discountPaise: number };
  /** The interviewer's share of a credit's price, in percent. */
  interviewerSharePercent: number;
  /** The day of the month on which interviewers are paid, as they read it; 0 if there is none. */
  payoutDay: number;
  /** How many hours before the start an interviewee can still cancel or move a booking free of charge. */
  cancelNoticeHours: number;
  /** An interview in our room counts as held after this many minutes together. */
  minTogetherMinutes: number;
  /**
   * The mentor's feedback is due this many hours after the end. If it is late, the interviewee gets this many
   * credits.
   */
  feedback: { deadlineHours: number; remedySessions: number };
  /**
   * Above these limits an operator's refund, payout or grant needs a second operator. So does a price or a coupon below
   * this share of the list price.
   */
  approval: { refundPaise: number; payoutPaise: number; grantSessions: number; pricePercent: number };
  /** Null: reports contain measured facts only, and no drafts. */
  ai: AiSettings | null;
  /** The most calls of the model that practice makes in a day: for one person, and for all together. */
  practiceCalls: { perPerson: number; perDay: number };
  operator: OperatorSettings;
  transcription: TranscriptionSettings | null;
  /** The folder of a Pyodide distribution, from which browsers load Python packages; null: none can be imported. */
  pyodideUrl: string | null;
  /** How long after the end both parties may correct their words. The report is made after that. */
  correctionMinutes: number;
  /** The record of an interview (code, chat, runs, marks, notes) is deleted this many days after it. */
  recordDays: number;
  /** Every variable by name, in the form that people may see. */
  shownSettings: ReadonlyMap<string, ShownSetting>;
}

export interface OperatorSettings {
  /** Interviewers whose last ten ratings average below this wait in the work queue. */
  ratingFloor: number;
  /** The number of credits that an operator with the level support can give away within 24 hours. */
  supportSessionsPerDay: number;
  /** How many bookings an operator of the level support cancels within 24 hours without an owner. */
  supportCancellationsPerDay: number;
}

export interface IceSettings {
  stunUrls: string[];
  /** `secret` is coturn's `static-auth-secret`. */
  turn: { urls: string[]; secret: string } | null;
}

export interface BusinessSettings {
  name: string;
  tagline: string;
  supportEmail: string;
  timeZone: string;
  socialLinks: { linkedin: string; instagram: string; youtube: string };
  showAdvisoryBanner: boolean;
  trust: { averageRating: number; insights: string };
  /** Lines at the end of every mail, which operators edit; empty by default. */
  mailSignature: string;
}

const siteUrlExample = "an address like https://greenroom.example";
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const isLogLevel = (value: string) => logLevels.includes(value);

/** Reads the settings. Throws an Error with one sentence that names what is missing or wrong. */
export function readConfig(environment: Environment): Config {
  const read = environmentReader(environment);
  const isProduction = readIsProduction(read);
  const required = (name: string, isValid = (_value: string) => true, form = ""): string | null => {
    const value = read.shaped(name, isValid, form);
    if (value === null && isProduction) throw new Error(`${name} must be set in production.`);
    return value;
  };

  const port = read.integer("PORT", 3000, [0, 65_535]);
  const databaseUrl = required("DATABASE_URL", isPostgresUrl, postgresUrlExample);
  const secret = required("GREENROOM_SECRET");
  if (secret !== null && secret.length < 32) {
    throw new Error("GREENROOM_SECRET must be at least 32 characters long.");
  }
  const publicUrl = (
    required("GREENROOM_PUBLIC_URL", isSiteUrl, siteUrlExample) ?? `http://localhost:${port}`
  ).replace(/\/+$/, "");
  const mail = readMailSettings(read, isProduction);
  const rateLimitFactor = read.number("GREENROOM_RATE_LIMIT_FACTOR", 1, [0.01, 1_000_000]);
  if (isProduction && rateLimitFactor > 1) {
    throw new Error("GREENROOM_RATE_LIMIT_FACTOR must not be over 1 in production.");
  }
  const payments = readPaymentSettings(read, isProduction);
  const meetings = readMeetingSettings(read);
  const storage = readStorageSettings(read, { isProduction, publicUrl });
  const business = readBusiness(read);
  // A configured database may contain real people, so it gets demo data only on request.
  const withDemoData = read.boolean("GREENROOM_DEMO", databaseUrl === null) && !isProduction;
  const config: Omit<Config, "shownSettings"> = {
    isProduction,
    host: read.text("HOST") ?? (isProduction ? "0.0.0.0" : "localhost"),
    port,
    publicUrl,
    dataDirectory: resolve(read.text("GREENROOM_DATA") ?? "data"),
    databaseUrl,
    scaling: readScalingSettings(read, databaseUrl),
    secret,
    logLevel: read.shaped("GREENROOM_LOG_LEVEL", isLogLevel, `one of ${logLevels.join(", ")}`) ?? "info",
    drainSeconds: read.integer("GREENROOM_DRAIN_SECONDS", isProduction ? 10 : 0, [0, 120]),
    withDemoData,
    rateLimitFactor,
    trustedProxies: read.integer("GREENROOM_TRUSTED_PROXIES", 0, [0, 10]),
    ice: readIce(read, isProduction && meetings.kind === "room"),
    mail,
    mailFrom:
      read.shaped(
        "GREENROOM_MAIL_FROM",
        isMailAddress,
        "an address like Greenroom <hello@greenroom.example>",
      ) ?? `${business.name} <${business.supportEmail}>`,
    payments,
    storage,
    pushServiceUrl: readPushServiceUrl(read),
    clamd: readClamd(read),
    meetings,
    business,
    founding: {
      places: read.integer("GREENROOM_FOUNDING_PLACES", 100, [0, 1_000_000]),
      discountPaise: 100 * read.integer("GREENROOM_FOUNDING_DISCOUNT_RUPEES", 100, [0, 198]),
    },
    interviewerSharePercent: read.integer("GREENROOM_INTERVIEWER_SHARE_PERCENT", 70, [0, 100]),
    payoutDay: read.integer("GREENROOM_PAYOUT_DAY", 5, [0, 28]),
    cancelNoticeHours: read.integer("GREENROOM_CANCEL_NOTICE_HOURS", 12, [0, 168]),
    minTogetherMinutes: read.integer("GREENROOM_MIN_TOGETHER_MINUTES", 20, [1, 45]),
    feedback: {
      // Must not end before the time in which a no-show can be reported.
      deadlineHours: read.integer("GREENROOM_FEEDBACK_DEADLINE_HOURS", 48, [24, 720]),
      remedySessions: read.integer("GREENROOM_LATE_FEEDBACK_REMEDY_SESSIONS", 1, [0, 5]),
    },
    approval: {
      refundPaise: 100 * read.integer("GREENROOM_APPROVAL_REFUND_RUPEES", 5_000, [0, 10_000_000]),
      payoutPaise: 100 * read.integer("GREENROOM_APPROVAL_PAYOUT_RUPEES", 50_000, [0, 10_000_000]),
      grantSessions: read.integer("GREENROOM_APPROVAL_GRANT_SESSIONS", 5, [0, 100]),
      pricePercent: read.integer("GREENROOM_APPROVAL_PRICE_PERCENT", 50, [0, 100]),
    },
    ai: readAiSettings(read),
    practiceCalls: {
      perPerson: read.integer("GREENROOM_PRACTICE_CALLS_PER_PERSON", 200, [0, 1_000_000]),
      perDay: read.integer("GREENROOM_PRACTICE_CALLS_PER_DAY", 5_000, [0, 1_000_000]),
    },
    operator: {
      ratingFloor: read.number("GREENROOM_RATING_FLOOR", 4, [1, 5]),
      supportCancellationsPerDay: read.integer("GREENROOM_SUPPORT_CANCELLATIONS_PER_DAY", 10, [0, 1000]),
      supportSessionsPerDay: read.integer("GREENROOM_SUPPORT_SESSIONS_PER_DAY", 5, [0, 100]),
    },
    transcription: readTranscriptionSettings(read),
    pyodideUrl: readPyodideUrl(read),
    correctionMinutes: read.integer("GREENROOM_CORRECTION_MINUTES", 20, [0, 1440]),
    recordDays: read.integer("GREENROOM_RECORD_DAYS", 365, [7, 3650]),
  };
  read.refuseUnknown("GREENROOM_");
  return { ...config, shownSettings: read.show() };
}

/** `host:port`, or the path of a socket. */
function readClamd(read: EnvironmentReader): Config["clamd"] {
  const value = read.text("GREENROOM_CLAMD");
  if (value === null) return null;
  if (value.startsWith("/")) return { path: value };
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:\s]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined)
    throw new Error(`GREENROOM_CLAMD must be host:port or a socket's path, not "${value}".`);
  return { host, port: Number(port) };
}

/** The value of GREENROOM_TURN_URLS with which production starts without a TURN server. */
const noTurn = "none";

/** One variable contains several addresses, separated by commas. */
function readIce(read: EnvironmentReader, needsTurn: boolean): IceSettings {
  const urls = (name: string, scheme: string) => {
    const value = read.text(name) ?? "";
    const list = (value === noTurn ? "" : value).split(",").flatMap((url) => url.trim() || []);
    const wrong = list.find((url) => !new RegExp(`^${scheme}s?:[^\\s/]+$`).test(url));
    if (wrong === undefined) return list;
    throw new Error(`${name}: "${wrong}" is not an address like ${scheme}:host:3478.`);
  };
  const stunUrls = urls("GREENROOM_STUN_URLS", "stun");
  const turnUrls = urls("GREENROOM_TURN_URLS", "turn");
  if (needsTurn && read.text("GREENROOM_TURN_URLS") === null)
    throw new Error(
      `GREENROOM_TURN_URLS must be set in production: one call in five needs a TURN server. Set it to "${noTurn}" to start without one.`,
    );
  const secret = read.text("GREENROOM_TURN_SECRET");
  if ((turnUrls.length === 0) !== (secret === null)) {
    throw new Error("GREENROOM_TURN_URLS and GREENROOM_TURN_SECRET belong together: set both or neither.");
  }
  return { stunUrls, turn: secret === null ? null : { urls: turnUrls, secret } };
}

function readBusiness(read: EnvironmentReader): BusinessSettings {
  const timeZone = currentTimeZoneName(read.text("GREENROOM_TIME_ZONE") ?? "Asia/Kolkata");
  if (!isTimeZone(timeZone)) throw new Error(`GREENROOM_TIME_ZONE: "${timeZone}" is not an IANA time zone.`);
  const link = (name: string) => read.shaped(name, isSiteUrl, siteUrlExample);
  return {
    name: read.text("GREENROOM_NAME") ?? "Greenroom",
    tagline: read.text("GREENROOM_TAGLINE") ?? "The room where you get ready before you go on.",
    supportEmail:
      read.shaped(
        "GREENROOM_SUPPORT_EMAIL",
        (value) => emailSchema.safeParse(value).success,
        "one mail address",
      ) ?? "support@greenroom.example",
    timeZone,
    socialLinks: {
      linkedin: link("GREENROOM_LINKEDIN_URL") ?? "https://www.linkedin.com/company/greenroom",
      instagram: link("GREENROOM_INSTAGRAM_URL") ?? "https://www.instagram.com/greenroom",
      youtube: link("GREENROOM_YOUTUBE_URL") ?? "https://www.youtube.com/@greenroom",
    },
    showAdvisoryBanner: read.boolean("GREENROOM_ADVISORY_BANNER", true),
    trust: {
      averageRating: read.number("GREENROOM_TRUST_RATING", 4.8, [1, 5]),
      insights: read.text("GREENROOM_TRUST_INSIGHTS") ?? "AI plus mentor insights",
    },
    mailSignature: "",
  };
}

function readPushServiceUrl(read: EnvironmentReader): string | null {
  const name = "GREENROOM_PUSH_SERVICE_URL";
  const value = read.text(name);
  return value === null ? null : readProviderUrl(name, value);
}

/** Ends with a slash, so that the names of files can follow. */
function readPyodideUrl(read: EnvironmentReader): string | null {
  const name = "GREENROOM_PYODIDE_URL";
  const value = read.text(name);
  if (value === null) return null;
  return readFolderUrl(name, value).replace(/\/*$/, "/");
}

/** Refuses a misspelled value, which would start with development's defaults on production's data. */
function readIsProduction(read: EnvironmentReader): boolean {
  const mode = read.text("NODE_ENV") ?? "development";
  if (!["production", "development", "test"].includes(mode)) {
    throw new Error(`NODE_ENV is "${mode}". Set it to production, or leave it out for development.`);
  }
  return mode === "production";
}
