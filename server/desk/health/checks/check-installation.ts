import { pythonAbiVersion } from "@greenroom/contract/room/pad-run-limits.ts";
import type pg from "pg";
import { providerTimeoutMilliseconds, withDeadline } from "../../../kernel/concurrency.ts";
import type { Config } from "../../../kernel/config/config.ts";
import { isLocalHost } from "../../../kernel/config/environment.ts";
import { findPendingMigrations } from "../../../kernel/db/migrate.ts";

/** One line of the output of `doctor`. */
export interface Finding {
  name: string;
  /** `error`: must be fixed; `warning`: works, but may not be intended; `off`: not set up. */
  level: "ok" | "warning" | "error" | "off";
  message: string;
}

/** Runs a check. It returns its message if all is well, and throws the problem. */
export async function runCheck(name: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { name, level: "ok", message: await check() };
  } catch (error) {
    return { name, level: "error", message: formatReasons(error) };
  }
}

/** The chain of causes in one line, without repetition. */
export function formatReasons(error: unknown): string {
  const reasons: string[] = [];
  for (let at = error; at instanceof Error && reasons.length < 6; at = at.cause) {
    const { name, message } = at;
    const isNamed = !["Error", "AppError", "TypeError", "AggregateError"].includes(name);
    const reason = oneLine(isNamed && name !== message ? `${name}: ${message}` : message);
    // A refused connection to a name with two addresses has no message of its own.
    const inner = at instanceof AggregateError ? at.errors.map((one: Error) => one.message).join(", ") : "";
    const whole = reason === "" ? inner : reason;
    if (whole !== "" && !reasons.some((earlier) => earlier.includes(whole))) reasons.push(whole);
  }
  return reasons.join(" < ") || String(error);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The entropy that a secret should have at least. */
const minSecretBits = 128;

/** Checks that the secret is random, as far as its characters show. */
export function checkSecret({ secret, isProduction }: Pick<Config, "secret" | "isProduction">): Finding {
  const name = "secret";
  if (secret === null) {
    const message = "generated, and kept in the data folder";
    return { name, level: isProduction ? "error" : "ok", message };
  }
  const bits = Math.floor(estimateEntropyBits(secret));
  return bits >= minSecretBits
    ? { name, level: "ok", message: `${secret.length} characters` }
    : {
        name,
        level: "error",
        message: `GREENROOM_SECRET looks typed by hand (about ${bits} bits): take 32 random bytes in base64`,
      };
}

/**
 * An upper bound of the entropy, from the frequencies of the characters (Shannon). Typed words stay far below the
 * value of a random key.
 */
function estimateEntropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const shares = [...counts.values()].map((count) => count / text.length);
  return -text.length * shares.reduce((sum, share) => sum + share * Math.log2(share), 0);
}

/** Checks that replies and bounces can reach someone: domains under `.example` belong to nobody (RFC 2606). */
export function checkSender({ mailFrom, business, isProduction }: Config): Finding {
  const name = "sender";
  const [from, support] = [mailFrom, business.supportEmail].map((text) => text.replace(/^.*<|>.*$/g, ""));
  const exampleAddresses = [from, support].filter((address) => address?.endsWith(".example"));
  if (!isProduction || exampleAddresses.length === 0) {
    return { name, level: "ok", message: `emails come from ${from}, messages to us go to ${support}` };
  }
  const settings = "set GREENROOM_SUPPORT_EMAIL, and GREENROOM_MAIL_FROM if that differs";
  return { name, level: "warning", message: `${exampleAddresses[0]} is nobody's address: ${settings}` };
}

/** Checks that people can reach the URL in our mails. */
export async function checkPublicUrl({ publicUrl, isProduction }: Config): Promise<Finding> {
  const name = "public address";
  const { protocol, hostname } = new URL(publicUrl);
  if (isProduction && protocol !== "https:" && !isLocalHost(hostname)) {
    return { name, level: "error", message: `${publicUrl} is not https: passwords would travel in the open` };
  }
  try {
    const response = await withDeadline(
      providerTimeoutMilliseconds,
      undefined,
      async (signal) => await fetch(`${publicUrl}/health/live`, { redirect: "manual", signal }),
    );
    const message = `${publicUrl} answers ${response.status}`;
    return { name, level: response.ok ? "ok" : "warning", message };
  } catch {
    return {
      name,
      level: "warning",
      message: `${publicUrl} does not answer from here: is the server running?`,
    };
  }
}

const minServerVersion = 150_000;
const extensions = ["btree_gist", "pg_trgm"];
/**
 * The clock skew that we tolerate. Our clock decides about codes, slots and links, the database's clock about jobs.
 */
const maxClockSkewSeconds = 5;

/**
 * Checks the database: reachable, new enough, with the features that we need, migrated, and with the right time.
 */
export async function checkDatabase(pool: pg.Pool, timeZone: string): Promise<Finding[]> {
  const reached = await runCheck("database", async () => {
    const { rows } = await pool.query(
      "select current_setting('server_version_num')::int as number, version()",
    );
    const { number, version } = rows[0] as { number: number; version: string };
    const name = version.split(" ").slice(0, 2).join(" ");
    if (number < minServerVersion) throw new Error(`${name} is too old: 15 or newer`);
    return name;
  });
  if (reached.level === "error") return [reached];
  return [
    reached,
    await runCheck("database extension", async () => {
      const { rows } = await pool.query<{ name: string; installedVersion: string | null }>(
        `select name, installed_version as "installedVersion" from pg_available_extensions where name = any($1)`,
        [extensions],
      );
      const missing = extensions.find((extension) => rows.every(({ name }) => name !== extension));
      if (missing !== undefined)
        throw new Error(`${missing} is not on the database's machine: install postgresql-contrib`);
      return rows.some(({ installedVersion }) => installedVersion === null)
        ? `${extensions.join(" and ")} are available; the first start installs them`
        : extensions.join(" and ");
    }),
    await runCheck("database schema", async () => {
      const pending = await findPendingMigrations(pool);
      if (pending === null) return "the next start creates it";
      return pending.length === 0 ? "up to date" : `${pending.length} migrations wait for the next start`;
    }),
    await runCheck("time zone", async () => {
      await pool.query("select now() at time zone $1", [timeZone]).catch((error: Error) => {
        throw new Error(`the database does not know GREENROOM_TIME_ZONE: ${error.message}`);
      });
      return timeZone;
    }),
    await runCheck("clocks", async () => {
      const before = Date.now();
      const { rows } = await pool.query("select extract(epoch from clock_timestamp())::float8 as now");
      const seconds = Math.abs((before + Date.now()) / 2 / 1000 - rows[0].now);
      if (seconds > maxClockSkewSeconds)
        throw new Error(`this machine and the database are ${seconds.toFixed(1)} s apart: set both by NTP`);
      return "this machine and the database agree";
    }),
  ];
}

const expectedPackages = ["numpy", "pandas", "matplotlib", "scikit-learn"];

/** Reads the index of a Pyodide distribution as a browser on our site would. */
export function checkPythonPackages(url: string, publicUrl: string): Promise<Finding> {
  return runCheck("Python packages", async () => {
    const { origin } = new URL(publicUrl);
    const { headers, text } = await withDeadline(providerTimeoutMilliseconds, undefined, async (signal) => {
      const response = await fetch(`${url}pyodide-lock.json`, { headers: { origin }, signal });
      if (!response.ok) throw new Error(`${url}pyodide-lock.json answers ${response.status}`);
      return { headers: response.headers, text: await response.text() };
    });
    const allowed = headers.get("access-control-allow-origin");
    if (new URL(url).origin !== origin && allowed !== "*" && allowed !== origin) {
      throw new Error(`${url} does not allow pages of ${origin} to read it (Access-Control-Allow-Origin)`);
    }
    const { abi, packages } = readIndex(text);
    if (abi !== pythonAbiVersion) {
      throw new Error(`its packages are for ABI ${abi}, and Python in the page has ${pythonAbiVersion}`);
    }
    const missing = expectedPackages.filter((name) => !packages.includes(name));
    const count = `${packages.length} ${packages.length === 1 ? "package" : "packages"} at ${url}`;
    return missing.length === 0 ? count : `${count}, without ${missing.join(", ")}`;
  });
}

function readIndex(text: string): { abi: string; packages: string[] } {
  try {
    const { info, packages } = JSON.parse(text);
    return { abi: String(info.abi_version), packages: Object.keys(packages) };
  } catch {
    throw new Error("its pyodide-lock.json is not the index of a Pyodide distribution");
  }
}
