import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { createDeps } from "../create-deps.ts";
import { jobHandlers } from "../job-handlers.ts";
import { readConfig } from "../kernel/config/config.ts";
import { migrate } from "../kernel/db/migrate.ts";
import { TEMPLATE } from "./database.ts";
import { startThrowawayPostgres, withDatabase } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server that all test files share; each creates its own database in it. */
    postgresConnectionString: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated template that every test file copies. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startThrowawayPostgres();
  try {
    const admin = new pg.Client({ connectionString: postgres.connectionString });
    await admin.connect();
    await admin.query(`create database ${TEMPLATE}`);
    await admin.end();
    const pool = new pg.Pool({
      connectionString: withDatabase(postgres.connectionString, TEMPLATE),
      max: 1,
    });
    await migrate(pool, () => {});
    // Set by `npm run prove -- --sensitivity`, which expects a test to fail without the rule.
    if (process.env.PROVE_DROPPED_RULE !== undefined) await pool.query(process.env.PROVE_DROPPED_RULE);
    await pool.end();
    await prepareJobs(withDatabase(postgres.connectionString, TEMPLATE));
  } catch (cause) {
    await postgres.stop();
    throw cause;
  }
  project.provide("postgresConnectionString", postgres.connectionString);
  return () => postgres.stop();
}

/**
 * Creates the job queues too, one table each; otherwise every test app would create them. Ends all connections,
 * because a template can be copied only without connections.
 */
async function prepareJobs(connectionString: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "greenroom-template-"));
  const deps = await createDeps({
    config: readConfig({ GREENROOM_DATA: directory, GREENROOM_DEMO: "false" }),
    log: pino({ level: "silent" }),
    connectionString,
    secret: "a secret that only the template has, and long enough",
  });
  await deps.jobs.prepare(jobHandlers(deps));
  await deps.close();
  await rm(directory, { recursive: true, force: true });
}
