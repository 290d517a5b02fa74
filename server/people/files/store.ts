import { sql } from "kysely";
import type { Database } from "../../kernel/db/database.ts";

/**
 * The keys among these that no row refers to. Add every new column that names files here; otherwise its folder is
 * never swept.
 */
export async function selectOrphanedKeys(database: Database, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as stored (key)
    where not exists (select from resume_files where storage_key = key)
      and not exists (select from feedback_files where storage_key = key)
      and not exists (select from interviewer_profiles where photo_key = key)`.execute(database);
  return rows.map(({ key }) => key);
}
