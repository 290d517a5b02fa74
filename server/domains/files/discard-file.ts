import type { Deps } from "../../deps.ts";

/**
 * Removes a file that nothing names, as far as the storage is there: what had to be done is done already or has failed for a
 * reason of its own, and a file that stays is swept later.
 */
export async function discardFile(deps: Deps, storageKey: string): Promise<void> {
  await deps.storage.remove(storageKey).catch((error: unknown) => {
    deps.log.warn({ err: error, storageKey }, "a file was left to the sweep");
  });
}
