import { openProviders } from "../create-deps.ts";
import { checkDatabase } from "../desk/health/checks/check-database.ts";
import { checkProviders } from "../desk/health/checks/check-providers.ts";
import { checkPublicUrl, checkSecret, checkSender } from "../desk/health/checks/check-settings.ts";
import { type Finding, formatReasons } from "../desk/health/checks/finding.ts";
import { recordCommand } from "../kernel/audit/record-command.ts";
import { readConfig } from "../kernel/config/config.ts";
import type { Environment } from "../kernel/config/environment.ts";
import { loadSecret } from "../kernel/config/secret.ts";
import { UnpreparingClient } from "../kernel/db/clients/unpreparing-client.ts";
import { openDatabase, openPool } from "../kernel/db/database.ts";
import { startEmbeddedPostgres } from "../kernel/db/embedded/embedded.ts";
import { findPendingMigrations } from "../kernel/db/migrate.ts";
import { createLog } from "../kernel/log.ts";
import { checkScaling } from "./check-scaling.ts";

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
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log: () => undefined })
      : null;
  const connectionString = config.databaseUrl ?? (embedded?.connectionString as string);
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
    await embedded?.stop();
  }
}
