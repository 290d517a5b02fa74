import { resolve } from "node:path";
import { emailSchema } from "@greenroom/contract/accounts.ts";
import { isTimeZone } from "@greenroom/contract/time.ts";
import { type Environment, type EnvironmentReader, environmentReader } from "./environment.ts";
import { type MailSettings, readMailSettings } from "./mail-settings.ts";
import { type MeetingSettings, readMeetingSettings } from "./meeting-settings.ts";
import { type PaymentSettings, readPaymentSettings } from "./payment-settings.ts";
import { isMailbox, isWebAddress } from "./read-address.ts";
import { readStorageSettings, type StorageSettings } from "./storage-settings.ts";

/** Everything that can be set from outside, read once at start. Variants stand for providers; null means off. */
export interface Config {
  isProduction: boolean;
  host: string;
  port: number;
  /** Where people reach us: no trailing slash. Used in links, never taken from a request's Host. */
  publicUrl: string;
  dataDirectory: string;
  /** Null: the embedded PostgreSQL under `dataDirectory`. */
  databaseUrl: string | null;
  /** Key of every HMAC of ours. Null: made once and kept under `dataDirectory` (never in production). */
  secret: string | null;
  logLevel: string;
  /** How long a server that was told to stop goes on serving, while `/health/ready` already says no. */
  drainSeconds: number;
  withDemoData: boolean;
  rateLimitFactor: number;
  /** Proxies in front of us that may set X-Forwarded-For; 0 means that the header is not believed. */
  trustedProxies: number;
  /** How two browsers in a room find a way to each other; without any they must be on one network. */
  ice: IceSettings;
  mail: MailSettings;
  mailFrom: string;
  payments: PaymentSettings;
  storage: StorageSettings;
  /** clamd, which looks uploads through; null: nobody does. */
  clamd: { host: string; port: number } | { path: string } | null;
  meetings: MeetingSettings;
  business: BusinessSettings;
  /** Founding members: how many accounts, and what each saves on Basic. */
  founding: { places: number; discountPaise: number };
  /** The interviewer's share of what a session was sold for, in percent. */
  interviewerSharePercent: number;
  /** Until so many hours before the start an interviewee cancels or moves a booking for nothing. */
  cancelNoticeHours: number;
  /** The mentor's feedback is due so many hours after the end; when it is late, the interviewee is given so many sessions. */
  feedback: { deadlineHours: number; remedySessions: number };
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
  trust: { averageRating: number; ledBy: string; insights: string };
}

const webAddress = "an address like https://greenroom.example";
const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
const isLogLevel = (value: string) => logLevels.includes(value);

/** Reads the settings. Throws an Error with one sentence that names what is missing or wrong. */
export function readConfig(environment: Environment): Config {
  const read = environmentReader(environment);
  const isProduction = readIsProduction(read);
  const required = (name: string, isMeant = (_value: string) => true, form = ""): string | null => {
    const value = read.shaped(name, isMeant, form);
    if (value === null && isProduction) throw new Error(`${name} must be set in production.`);
    return value;
  };

  const port = read.integer("PORT", { fallback: 3000, min: 0, max: 65_535 });
  const isPostgres = (value: string) => /^postgres(ql)?:\/\//.test(value);
  const databaseUrl = required(
    "DATABASE_URL",
    isPostgres,
    "an address like postgres://user:password@host:5432/name",
  );
  const secret = required("GREENROOM_SECRET");
  if (secret !== null && secret.length < 32) {
    throw new Error("GREENROOM_SECRET must be at least 32 characters long.");
  }
  const publicUrl = (
    required("GREENROOM_PUBLIC_URL", isWebAddress, webAddress) ?? `http://localhost:${port}`
  ).replace(/\/+$/, "");
  const mail = readMailSettings(read, isProduction);
  const rateLimitFactor = read.number("GREENROOM_RATE_LIMIT_FACTOR", {
    fallback: 1,
    min: 0.01,
    max: 1_000_000,
  });
  if (isProduction && rateLimitFactor > 1) {
    throw new Error("GREENROOM_RATE_LIMIT_FACTOR must not be over 1 in production.");
  }
  const payments = readPaymentSettings(read, isProduction);
  const storage = readStorageSettings(read, { isProduction, publicUrl });
  const business = readBusiness(read);
  // A database of somebody's own may hold, or come to hold, real people: there only who asks for it gets the demo's.
  const withDemoData = read.boolean("GREENROOM_DEMO", databaseUrl === null) && !isProduction;
  const config: Config = {
    isProduction,
    host: read.text("HOST") ?? (isProduction ? "0.0.0.0" : "localhost"),
    port,
    publicUrl,
    dataDirectory: resolve(read.text("GREENROOM_DATA") ?? "data"),
    databaseUrl,
    secret,
    logLevel: read.shaped("GREENROOM_LOG_LEVEL", isLogLevel, `one of ${logLevels.join(", ")}`) ?? "info",
    drainSeconds: read.integer("GREENROOM_DRAIN_SECONDS", {
      fallback: isProduction ? 10 : 0,
      min: 0,
      max: 120,
    }),
    withDemoData,
    rateLimitFactor,
    trustedProxies: read.integer("GREENROOM_TRUSTED_PROXIES", { fallback: 0, min: 0, max: 10 }),
    ice: readIce(read),
    mail,
    mailFrom:
      read.shaped("GREENROOM_MAIL_FROM", isMailbox, "an address like Greenroom <hello@greenroom.example>") ??
      `${business.name} <${business.supportEmail}>`,
    payments,
    storage,
    clamd: readClamd(read),
    meetings: readMeetingSettings(read),
    business,
    founding: {
      places: read.integer("GREENROOM_FOUNDING_PLACES", { fallback: 100, min: 0, max: 1_000_000 }),
      discountPaise:
        100 * read.integer("GREENROOM_FOUNDING_DISCOUNT_RUPEES", { fallback: 100, min: 0, max: 198 }),
    },
    interviewerSharePercent: read.integer("GREENROOM_INTERVIEWER_SHARE_PERCENT", {
      fallback: 70,
      min: 0,
      max: 100,
    }),
    cancelNoticeHours: read.integer("GREENROOM_CANCEL_NOTICE_HOURS", { fallback: 12, min: 0, max: 168 }),
    feedback: {
      // Not before the time is over in which a no-show can be reported.
      deadlineHours: read.integer("GREENROOM_FEEDBACK_DEADLINE_HOURS", { fallback: 48, min: 24, max: 720 }),
      remedySessions: read.integer("GREENROOM_LATE_FEEDBACK_REMEDY_SESSIONS", {
        fallback: 1,
        min: 0,
        max: 5,
      }),
    },
  };
  read.refuseUnknown("GREENROOM_");
  return config;
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

/** Addresses stand in one variable, with commas between them. */
function readIce(read: ReturnType<typeof environmentReader>): IceSettings {
  const urls = (name: string, scheme: string) => {
    const list = (read.text(name) ?? "").split(",").flatMap((url) => url.trim() || []);
    const wrong = list.find((url) => !new RegExp(`^${scheme}s?:[^\\s/]+$`).test(url));
    if (wrong === undefined) return list;
    throw new Error(`${name}: "${wrong}" is not an address like ${scheme}:host:3478.`);
  };
  const stunUrls = urls("GREENROOM_STUN_URLS", "stun");
  const turnUrls = urls("GREENROOM_TURN_URLS", "turn");
  const secret = read.text("GREENROOM_TURN_SECRET");
  if ((turnUrls.length === 0) !== (secret === null)) {
    throw new Error("GREENROOM_TURN_URLS and GREENROOM_TURN_SECRET belong together: set both or neither.");
  }
  return { stunUrls, turn: secret === null ? null : { urls: turnUrls, secret } };
}

function readBusiness(read: EnvironmentReader): BusinessSettings {
  const timeZone = read.text("GREENROOM_TIME_ZONE") ?? "Asia/Kolkata";
  if (!isTimeZone(timeZone)) throw new Error(`GREENROOM_TIME_ZONE: "${timeZone}" is not an IANA time zone.`);
  const link = (name: string) => read.shaped(name, isWebAddress, webAddress);
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
      averageRating: read.number("GREENROOM_TRUST_RATING", { fallback: 4.8, min: 1, max: 5 }),
      ledBy: read.text("GREENROOM_TRUST_LED_BY") ?? "IIT Bombay graduates",
      insights: read.text("GREENROOM_TRUST_INSIGHTS") ?? "AI plus mentor insights",
    },
  };
}

/** Misspelt, it would start with development's defaults on production's data. */
function readIsProduction(read: EnvironmentReader): boolean {
  const mode = read.text("NODE_ENV") ?? "development";
  if (!["production", "development", "test"].includes(mode)) {
    throw new Error(`NODE_ENV is "${mode}". Set it to production, or leave it out for development.`);
  }
  return mode === "production";
}
