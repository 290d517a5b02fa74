import type pg from "pg";
import { findPendingMigrations } from "../db/migrate.ts";
import { examine, type Finding } from "./finding.ts";

const oldestVersion = 150_000;
/** Codes, slots and links are judged by our clock, jobs by the database's. */
const skewSeconds = 5;

/** The database: there, new enough, with what we need, at our schema, and of our time. */
export async function checkDatabase(pool: pg.Pool): Promise<Finding[]> {
  const reached = await examine("database", async () => {
    const { rows } = await pool.query(
      "select current_setting('server_version_num')::int as number, version()",
    );
    const { number, version } = rows[0] as { number: number; version: string };
    const name = version.split(" ").slice(0, 2).join(" ");
    if (number < oldestVersion) throw new Error(`${name} is too old: 15 or newer`);
    return name;
  });
  if (reached.level === "wrong") return [reached];
  return [
    reached,
    await examine("database extension", async () => {
      const { rows } = await pool.query(
        "select installed_version from pg_available_extensions where name = 'btree_gist'",
      );
      if (rows[0] === undefined)
        throw new Error("btree_gist is not on the database's machine: install postgresql-contrib");
      return rows[0].installed_version === null
        ? "btree_gist is there, the first start installs it"
        : "btree_gist";
    }),
    await examine("database schema", async () => {
      const pending = await findPendingMigrations(pool);
      return pending.length === 0 ? "ours" : `${pending.length} migrations wait for the next start`;
    }),
    await examine("clocks", async () => {
      const before = Date.now();
      const { rows } = await pool.query("select extract(epoch from clock_timestamp())::float8 as now");
      const seconds = Math.abs((before + Date.now()) / 2 / 1000 - rows[0].now);
      if (seconds > skewSeconds)
        throw new Error(`this machine and the database are ${seconds.toFixed(1)} s apart: set both by NTP`);
      return "this machine and the database agree";
    }),
  ];
}
