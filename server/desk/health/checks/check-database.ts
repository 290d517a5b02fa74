import type pg from "pg";
import { findPendingMigrations } from "../../../kernel/db/migrate.ts";
import { type Finding, runCheck } from "./finding.ts";

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
      return pending.length === 0 ? "ours" : `${pending.length} migrations wait for the next start`;
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
