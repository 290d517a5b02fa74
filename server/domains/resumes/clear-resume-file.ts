import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { removeResumeFile } from "./job-definitions.ts";
import { deleteResumeFile } from "./store.ts";

/** Takes the uploaded PDF away, so that interviewers see the structured resume again. Clearing twice is no mistake. */
export async function clearResumeFile(deps: Deps, actor: Actor) {
  await inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`resume:${actor.userId}`]);
    const storageKey = await deleteResumeFile(tx, actor.userId);
    if (storageKey !== undefined) await deps.jobs.send(tx, removeResumeFile, { storageKey });
  });
  return { resumeFileUrl: null, msg: "Resume file cleared. Interviewers see your structured resume." };
}
