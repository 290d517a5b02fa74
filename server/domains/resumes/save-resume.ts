import { emptyResume, type ResumeData, withoutBlanks } from "@greenroom/contract/resume-data.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { checkVersion } from "./rules.ts";
import { selectResume, upsertResume } from "./store.ts";

interface ResumeSave {
  data: ResumeData;
  /** The version that the writer saw; null overwrites whatever there is. */
  expectedVersion: number | null;
}

/** Saves the structured resume whole, without entries that are wholly blank; answers its new version. Throws `conflict` when another save came in between. */
export async function saveResume(
  deps: Deps,
  actor: Actor,
  { data, expectedVersion }: ResumeSave,
): Promise<number> {
  return inTransaction(deps.database, async (tx) => {
    await lockSubjects(tx, [`resume:${actor.userId}`]);
    const saved = (await selectResume(tx, actor.userId)) ?? { data: emptyResume, version: 0 };
    checkVersion(expectedVersion, saved);
    const version = saved.version + 1;
    await upsertResume(tx, {
      userId: actor.userId,
      data: withoutBlanks(data),
      version,
      now: deps.clock.now(),
    });
    return version;
  });
}
