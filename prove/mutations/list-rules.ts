import pg from "pg";
import { migrate } from "../../server/db/migrate.ts";
import { startThrowawayPostgres } from "../../server/testing/servers/throwaway-postgres.ts";

/** The names of all triggers, exclusion constraints and unique indexes but primary keys of a migrated database. */
export async function listDatabaseRules(): Promise<string[]> {
  const postgres = await startThrowawayPostgres();
  try {
    const pool = new pg.Pool({ connectionString: postgres.connectionString, max: 1 });
    // PostgreSQL stops while the pool is still closing its connection.
    pool.on("error", () => undefined);
    await migrate(pool, () => undefined);
    const { rows } = await pool.query<{ name: string }>(
      `select tgname as name from pg_trigger where not tgisinternal
       union
       select index.relname from pg_index
         join pg_class index on index.oid = indexrelid
         join pg_namespace schema on schema.oid = index.relnamespace
         where (indisunique or indisexclusion) and not indisprimary and schema.nspname in ('public', 'sandbox')
       order by name`,
    );
    await pool.end();
    return rows.map(({ name }) => name);
  } finally {
    await postgres.stop();
  }
}
