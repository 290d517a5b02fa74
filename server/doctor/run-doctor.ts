import { readConfig } from "../config.ts";
import { openDatabase, openPool } from "../db/database.ts";
import { startEmbeddedPostgres } from "../db/embedded.ts";
import { findPendingMigrations } from "../db/migrate.ts";
import { openProviders } from "../deps.ts";
import { recordCommand } from "../domains/operator/record-command.ts";
import type { Environment } from "../environment.ts";
import { createLog } from "../log.ts";
import { loadSecret } from "../secret.ts";
import { checkDatabase } from "./check-database.ts";
import { checkProviders } from "./check-providers.ts";
import { checkPublicUrl, checkSecret, checkSender } from "./check-settings.ts";
import { type Finding, reasonsOf } from "./finding.ts";

/**
 * Asks every setting's provider whether it is right, and answers a line for each; nothing is changed, save a probe that is
 * stored and removed, and the audit log where there is one. Never rejects: what is wrong is a finding.
 */
export async function runDoctor(environment: Environment): Promise<Finding[]> {
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(environment);
  } catch (error) {
    return [{ what: "settings", level: "wrong", says: reasonsOf(error) }];
  }
  const settings: Finding = {
    what: "settings",
    level: "ok",
    says: config.isProduction ? "for production" : "for one machine (NODE_ENV is not production)",
  };
  const log = createLog("silent");
  const embedded =
    config.databaseUrl === null
      ? await startEmbeddedPostgres({ dataDirectory: config.dataDirectory, log: () => undefined })
      : null;
  const pool = openPool(config.databaseUrl ?? (embedded?.connectionString as string), log, 2);
  try {
    const secret = await loadSecret(config.secret, config.dataDirectory);
    const database = openDatabase(pool);
    const providers = await openProviders({ config, database, secret, log });
    const found = await Promise.all([
      checkDatabase(pool),
      checkProviders(config, providers),
      checkPublicUrl(config),
    ]);
    await providers.mail.close?.();
    const isReady = await findPendingMigrations(pool).then(
      (pending) => pending.length === 0,
      () => false,
    );
    if (isReady) await recordCommand({ database, clock: providers.clock }, "doctor");
    return [settings, checkSecret(config), checkSender(config), ...found.flat()];
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}
