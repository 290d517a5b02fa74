import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Deps } from "../../kernel/deps.ts";
import { selectOrphanedKeys } from "./store.ts";

/** Folders in which every file belongs to a row. Everything else in the storage is left alone. */
const cleanedFolders = ["resumes/", "feedback/", "photos/", "resume-exports/"];

/**
 * The minimum age of a file, because its row may not be committed yet, and a generated PDF may still be downloaded.
 */
const minAgeHours = 24;

const batchSize = 500;

/** Removes files without a row: replaced, cleared, or stored for a transaction that failed. Returns how many. */
export async function sweepOrphans(deps: Deps): Promise<number> {
  const before = addMinutes(deps.clock.now(), -60 * minAgeHours);
  let removed = 0;
  let batch: string[] = [];
  const removeOrphansInBatch = async () => {
    for (const key of await selectOrphanedKeys(deps.database, batch)) {
      await deps.storage.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, storedAt } of deps.storage.list()) {
    if (storedAt >= before || !cleanedFolders.some((folder) => key.startsWith(folder))) continue;
    batch.push(key);
    if (batch.length === batchSize) await removeOrphansInBatch();
  }
  await removeOrphansInBatch();
  return removed;
}
