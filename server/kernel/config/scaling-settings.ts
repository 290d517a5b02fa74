import type { EnvironmentReader } from "./environment.ts";

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
  const maxLagSeconds = read.number("GREENROOM_REPLICA_MAX_LAG_SECONDS", { fallback: 5, min: 1, max: 300 });
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
