import pg from "pg";
import { checkRedis, openProviders } from "./create-deps.ts";
import {
  checkDatabase,
  checkPublicUrl,
  checkSecret,
  checkSender,
  type Finding,
  formatReasons,
  runCheck,
} from "./desk/health/checks/check-installation.ts";
import { checkProviders } from "./desk/health/checks/check-providers.ts";
import { readDueJobs } from "./desk/health/failed-jobs.ts";
import { recordCommand } from "./kernel/audit.ts";
import { providerTimeoutMilliseconds } from "./kernel/concurrency.ts";
import { readConfig } from "./kernel/config/config.ts";
import type { Environment } from "./kernel/config/environment.ts";
import type { ScalingSettings } from "./kernel/config/provider-settings.ts";
import { openDatabase, openPool, UnpreparingClient } from "./kernel/db/database.ts";
import { openPostgres } from "./kernel/db/embedded-postgres.ts";
import { findPendingMigrations } from "./kernel/db/migrate.ts";
import { createLog } from "./kernel/log.ts";
import { loadSecret } from "./kernel/secrets.ts";

/**
 * Checks the provider of every setting and returns a line for each. It changes nothing, except that it stores
 * and removes a test file, and writes to the audit log if there is one. Never rejects: every problem is a
 * finding.
 */
export async function runDoctor(environment: Environment): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(environment);
  } catch (error) {
    return [{ name: "settings", level: "error", message: formatReasons(error) }];
  }
  const settings: Finding = {
    name: "settings",
    level: "ok",
    message: config.isProduction ? "for production" : "for one machine (NODE_ENV is not production)",
  };
  const log = createLog("silent");
  const postgres = await openPostgres(config);
  const { connectionString } = postgres;
  const pool = openPool({ connectionString, log, max: 2, Client: UnpreparingClient });
  try {
    const secret = await loadSecret(config.secret, config.dataDirectory);
    const database = openDatabase(pool);
    const providers = await openProviders({ config, database, secret, log });
    const found = await Promise.all([
      checkDatabase(pool, config.business.timeZone),
      checkProviders(config, providers),
      checkPublicUrl(config),
    ]);
    await providers.mail.close?.();
    const isReady = await findPendingMigrations(pool).then(
      (pending) => pending?.length === 0,
      () => false,
    );
    const shared = await checkScaling(config.scaling, pool, isReady);
    if (isReady) await recordCommand({ database, clock: providers.clock }, "doctor");
    return [settings, checkSecret(config), checkSender(config), ...found.flat(), ...shared];
  } finally {
    await pool.end();
    await postgres.stop();
  }
}

/** A worker takes a due job within seconds. */
const maxWaitMinutes = 2;

/** Checks the services that several servers share besides the database. `isReady`: the schema is ours. */
export async function checkScaling(
  { role, directDatabaseUrl, redisUrl, replica }: ScalingSettings,
  pool: pg.Pool,
  isReady: boolean,
): Promise<Finding[]> {
  return await Promise.all([
    ...(role === "all" ? [] : [checkWorkers(role, pool, isReady)]),
    ...(directDatabaseUrl === null ? [] : [checkDirect(directDatabaseUrl, pool)]),
    ...(replica === null ? [] : [checkReplica(replica.url)]),
    ...(redisUrl === null ? [] : [runCheck("Redis", () => checkRedis(redisUrl))]),
  ]);
}

/** With separate roles, nothing is mailed while no worker runs. */
async function checkWorkers(role: string, pool: pg.Pool, isReady: boolean): Promise<Finding> {
  const name = "role";
  if (!isReady) return { name, level: "ok", message: role };
  return await runCheck(name, async () => {
    const { waitingSince: since } = await readDueJobs(openDatabase(pool), 200);
    if (since === null || Date.now() - since.getTime() < maxWaitMinutes * 60_000) return role;
    throw new Error(`jobs have waited since ${since.toISOString()}: start a worker`);
  });
}

/** The address must lead to the same PostgreSQL as DATABASE_URL, and keep a session. */
function checkDirect(url: string, pool: pg.Pool): Promise<Finding> {
  const identity = "select current_database() as name, pg_postmaster_start_time() as since";
  return runCheck("direct database", () =>
    withClient(url, async (client) => {
      await client.query("listen greenroom_doctor");
      const [direct, usual] = [await client.query(identity), await pool.query(identity)];
      if (JSON.stringify(direct.rows) !== JSON.stringify(usual.rows))
        throw new Error("GREENROOM_DATABASE_DIRECT_URL and DATABASE_URL are different databases");
      return "the database of DATABASE_URL, without its pooler";
    }),
  );
}

function checkReplica(url: string): Promise<Finding> {
  return runCheck("replica", () =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ isReplica: boolean }>(
        `select pg_is_in_recovery() as "isReplica"`,
      );
      if (rows[0]?.isReplica !== true) throw new Error("GREENROOM_REPLICA_URL is not a replica");
      return "a streaming replica";
    }),
  );
}

async function withClient<T>(connectionString: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: providerTimeoutMilliseconds,
    query_timeout: providerTimeoutMilliseconds,
  });
  client.on("error", () => undefined); // The statement under way rejects.
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}
