import type { Pool } from "pg";

/** The names of all triggers, exclusion constraints and unique indexes but primary keys of a migrated database. */
export async function listDatabaseRules(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select tgname as name from pg_trigger where not tgisinternal
     union
     select index.relname from pg_index
       join pg_class index on index.oid = indexrelid
       join pg_namespace schema on schema.oid = index.relnamespace
       where (indisunique or indisexclusion) and not indisprimary and schema.nspname in ('public', 'sandbox')
     order by name`,
  );
  return rows.map(({ name }) => name);
}
