import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { mailInfectedFile } from "../../files/job-definitions.ts";
import { scanStoredFile } from "../../files/scan-file.ts";
import { removeResumeFile } from "../job-definitions.ts";
import { deleteHeldFile, releaseHeldFile } from "../store.ts";

/** Scans a held file: releases it, or removes it and tells its owner. */
export async function releaseResumeFile(deps: Deps, { storageKey }: { storageKey: string }): Promise<void> {
  const result = await scanStoredFile(deps, storageKey);
  if (result === null) return; // Replaced or removed meanwhile.
  if (result.kind === "clean") return await releaseHeldFile(deps.database, storageKey);
  await inTransaction(deps.database, async (tx) => {
    const file = await deleteHeldFile(tx, storageKey);
    if (file === undefined) return;
    await deps.jobs.enqueue(tx, removeResumeFile, { storageKey });
    await deps.jobs.enqueue(tx, mailInfectedFile, { ...file, found: result.name });
  });
}
