import pg from "pg";
import PgBoss from "pg-boss";
import type { TestProject } from "vitest/node";
import { migrate } from "../db/migrate.ts";
import { TEMPLATE, withDatabase } from "./database.ts";
import { startThrowawayPostgres } from "./throwaway-postgres.ts";

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
    // The job queue's tables too: every test app would lay them anew.
    const boss = new PgBoss({ connectionString: withDatabase(postgres.connectionString, TEMPLATE), max: 1 });
    await boss.start();
    await boss.stop({ graceful: true, wait: true });
    await pool.end(); // A template can be copied only while nobody is connected to it.
  } catch (cause) {
    await postgres.stop();
    throw cause;
  }
  project.provide("postgresConnectionString", postgres.connectionString);
  return () => postgres.stop();
}
