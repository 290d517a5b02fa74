import {
  emptyResume,
  type ResumeData,
  removeBlankEntries,
} from "@greenroom/contract/people/resumes/resume-data.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { checkVersion } from "./rules.ts";
import { selectResume, upsertResume } from "./store.ts";

interface ResumeSave {
  data: ResumeData;
  /** The version that the client last read; null overwrites any version. */
  expectedVersion: number | null;
}

/**
 * Saves the whole structured resume, without empty entries, and returns its new version. Throws `conflict` if
 * another save came in between.
 */
export async function saveResume(
  deps: Deps,
  actor: Actor,
  { data, expectedVersion }: ResumeSave,
): Promise<number> {
  return inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await lockSubjects(tx, [`resume:${actor.userId}`]);
    const saved = (await selectResume(tx, actor.userId)) ?? { data: emptyResume, version: 0 };
    checkVersion(expectedVersion, saved);
    const version = saved.version + 1;
    await upsertResume(tx, {
      userId: actor.userId,
      data: removeBlankEntries(data),
      version,
      now: deps.clock.now(),
    });
    return version;
  });
}
