import { isLocalHost } from "./addresses.ts";
import type { EnvironmentReader } from "./environment.ts";

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
