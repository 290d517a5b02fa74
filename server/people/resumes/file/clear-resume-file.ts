import type { Actor } from "../../../kernel/actor.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { removeResumeFile } from "../job-definitions.ts";
import { deleteResumeFile } from "../store.ts";

/**
 * Removes the uploaded PDF, so that interviewers see the structured resume again. Removing it twice is not an
 * error.
 */
export async function clearResumeFile(deps: Deps, actor: Actor) {
  await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`resume:${actor.userId}`]);
    const storageKey = await deleteResumeFile(tx, actor.userId);
    if (storageKey !== undefined) await deps.jobs.enqueue(tx, removeResumeFile, { storageKey });
  });
  return { resumeFileUrl: null, msg: "Resume file cleared. Interviewers see your structured resume." };
}
