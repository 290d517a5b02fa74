import { sql } from "kysely";
import type { Database } from "../../db/database.ts";

/** Of these keys those that no row names. A new place that names files is added here, or its folder is never swept. */
export async function selectUnknownKeys(database: Database, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) as stored (key)
    where not exists (select from resume_files where storage_key = key)
      and not exists (select from feedback_files where storage_key = key)
      and not exists (select from interviewer_profiles where photo_key = key)`.execute(database);
  return rows.map(({ key }) => key);
}
