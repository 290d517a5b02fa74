import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { pino } from "pino";
import type { TestProject } from "vitest/node";
import { readConfig } from "../config.ts";
import { migrate } from "../db/migrate.ts";
import { createDeps } from "../deps.ts";
import { jobHandlers } from "../jobs/handlers.ts";
import { TEMPLATE } from "./database.ts";
import { startThrowawayPostgres, withDatabase } from "./throwaway-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The server all test files share; each makes a database of its own in it. */
    postgresConnectionString: string;
  }
}

/** One PostgreSQL for the whole run, with a migrated database from which every test file's own is copied. */
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
 * The job queues too, a table each, which every test app would lay anew. Ends every connection: a template can be copied
 * only while nobody is connected to it.
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
