import { sql } from "kysely";
import type { Database, Tx } from "../kernel/db/database.ts";
import { checkInvariants, type InvariantResult } from "../kernel/db/invariants.ts";
import { readWithCursor } from "../kernel/db/read-lists.ts";
import type { Deps } from "../kernel/deps.ts";
import type { FileStorage } from "../vendors/storage/port.ts";

/** Every invariant of the database at one moment, and that each file that it names is in the storage. */
export async function verifyData(deps: Pick<Deps, "database" | "storage">): Promise<InvariantResult[]> {
  const { results, keys } = await withSnapshot(deps.database, async (first) => {
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(first);
    // A second connection with the same snapshot runs half of the checks.
    return await withSnapshot(deps.database, async (second) => {
      await sql`set transaction snapshot ${sql.lit(rows[0]?.id)}`.execute(second);
      // The checks sort and hash whole tables.
      for (const tx of [first, second]) await sql`set local work_mem = '64MB'`.execute(tx);
      return { results: await checkInvariants([first, second]), keys: await readFileKeys(first) };
    });
  });
  const missing = await countMissing(deps.storage, keys);
  return [...results, { name: "every file that is referred to is stored", broken: missing }];
}

/** A transaction in which every query sees the same snapshot. */
async function withSnapshot<Result>(database: Database, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  return await database
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(work);
}

async function readFileKeys(tx: Tx): Promise<Set<string>> {
  const keys = new Set<string>();
  const query = sql<{ key: string }>`
    select storage_key as key from feedback_files union all select storage_key from resume_files
    union all select photo_key from interviewer_profiles where photo_key is not null`;
  for await (const { key } of readWithCursor(tx, query)) keys.add(key);
  return keys;
}

/** How many of the files are missing, by a list of all stored files. */
async function countMissing(storage: FileStorage, keys: Set<string>): Promise<number> {
  const missing = new Set(keys);
  for await (const { key } of storage.list()) missing.delete(key);
  return missing.size;
}
