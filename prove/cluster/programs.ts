import { spawnSync } from "node:child_process";
import { findRedisProgram } from "../../server/testing/servers/real-redis.ts";

/** The drill's programs that no npm package contains. PostgreSQL comes with the product. */
export interface Programs {
  redis: string;
  pgbouncer: string;
}

/** Finds the programs. Throws one sentence that names the missing ones. */
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
