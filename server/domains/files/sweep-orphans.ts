import { addMinutes } from "@greenroom/contract/time.ts";
import type { Deps } from "../../deps.ts";
import { selectUnknownKeys } from "./store.ts";

/** The folders whose every file a row of ours names; whatever else lies in the storage is let be. */
const sweptFolders = ["resumes/", "feedback/", "photos/", "resume-exports/"];

/** How old a file must be: its row may still be on its way, and a generated PDF is good for a download. */
const hoursLeftAlone = 24;

const batchSize = 500;

/** Removes the files that no row knows: replaced, cleared, or stored for a transaction that failed. Answers how many. */
export async function sweepOrphans(deps: Deps): Promise<number> {
  const before = addMinutes(deps.clock.now(), -60 * hoursLeftAlone);
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    for (const key of await selectUnknownKeys(deps.database, batch)) {
      await deps.storage.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, storedAt } of deps.storage.list()) {
    if (storedAt >= before || !sweptFolders.some((folder) => key.startsWith(folder))) continue;
    batch.push(key);
    if (batch.length === batchSize) await sweep();
  }
  await sweep();
  return removed;
}
