import type { Deps } from "../../kernel/deps.ts";

/**
 * Removes an unused file if the storage is available. Errors are only logged, because the caller's work has already
 * succeeded or failed, and the sweep removes the file later.
 */
export async function discardFile(deps: Deps, storageKey: string): Promise<void> {
  await deps.storage.remove(storageKey).catch((error: unknown) => {
    deps.log.warn({ err: error, storageKey }, "could not remove a file; the sweep will remove it");
  });
}
