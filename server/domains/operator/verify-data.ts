import { sql } from "kysely";
import { checkInvariants, type InvariantResult } from "../../db/invariants.ts";
import type { Deps } from "../../deps.ts";

/** Every invariant of the database at one moment, and that each file that it names is in the storage. */
export async function verifyData(deps: Pick<Deps, "database" | "storage">): Promise<InvariantResult[]> {
  const { results, keys } = await deps.database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (tx) => {
      // The checks sort and hash whole tables.
      await sql`set local work_mem = '64MB'`.execute(tx);
      const { rows } = await sql<{ key: string }>`
        select storage_key as key from feedback_files
        union all select storage_key from resume_files
        union all select photo_key from interviewer_profiles where photo_key is not null`.execute(tx);
      return { results: await checkInvariants(tx), keys: new Set(rows.map(({ key }) => key)) };
    });
  for await (const { key } of deps.storage.list()) keys.delete(key);
  return [...results, { name: "every file that is referred to is stored", broken: keys.size }];
}
