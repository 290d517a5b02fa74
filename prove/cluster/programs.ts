import { spawnSync } from "node:child_process";
import { findRedisProgram } from "../../server/testing/real-redis.ts";

/** Programs of the drill that no npm package brings. PostgreSQL and its replica come with the product. */
export interface Programs {
  redis: string;
  pgbouncer: string;
}

/** Finds them, or throws one sentence with what is missing. */
export function findPrograms(): Programs {
  const redis = findRedisProgram();
  const pgbouncer = ["pgbouncer", "/usr/sbin/pgbouncer"].find(
    (program) => spawnSync(program, ["--version"]).status === 0,
  );
  const missing = [
    ...(redis === null ? ["valkey-server or redis-server"] : []),
    ...(pgbouncer === undefined ? ["pgbouncer"] : []),
  ];
  if (redis === null || pgbouncer === undefined) {
    throw new Error(
      `This drill needs ${missing.join(" and ")}, which this machine does not have. ` +
        "On Debian and Ubuntu: apt-get install redis-server pgbouncer.",
    );
  }
  return { redis, pgbouncer };
}
