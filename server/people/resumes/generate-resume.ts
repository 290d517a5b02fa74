import { createHash } from "node:crypto";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../accounts/lock-account.ts";
import { linkFailed, linkMinutes } from "./download-url.ts";
import { removeResumeFile } from "./job-definitions.ts";
import type { ResumeDocument } from "./pdf/resume-document.ts";
import { selectGeneratedResume, upsertGeneratedResume } from "./store.ts";

/**
 * How long a generated PDF is reused. After that it is generated again with the newest version of the server. The
 * cleanup removes it after a day.
 */
const retentionHours = 12;

interface Generated {
  userId: string;
  document: ResumeDocument;
}

/**
 * Returns the storage key of a structured resume's PDF: the existing one if nothing in it has changed, otherwise a
 * new one. Null if it cannot be generated now. Throws `too_many_requests` for a user who generates too many, and
 * `unavailable` if the storage is down.
 */
export async function generateResume(
  deps: Deps,
  actor: Actor,
  { userId, document }: Generated,
): Promise<string | null> {
  const now = deps.clock.now();
  const contentHash = createHash("sha256").update(JSON.stringify(document)).digest();
  const known = await selectGeneratedResume(deps.database, userId);
  const isCurrent =
    known?.contentHash.equals(contentHash) === true && now < addMinutes(known.madeAt, retentionHours * 60);
  if (isCurrent) return known.storageKey;

  await deps.limits.count("generated-pdf-by-user", actor.userId);
  const content = await render(deps, document);
  if (content === null) return null;
  const storageKey = `resume-exports/${newId()}.pdf`;
  await deps.storage.put(storageKey, content, "application/pdf").catch((cause: unknown) => {
    throw linkFailed(cause);
  });
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`resume:${userId}`]);
    const replaced = await selectGeneratedResume(tx, userId);
    await upsertGeneratedResume(tx, { userId, contentHash, storageKey, madeAt: now });
    if (replaced === undefined) return;
    // Recently issued links to the old file must work until they expire.
    const startAfter = addMinutes(now, linkMinutes + 1);
    await deps.jobs.enqueue(tx, removeResumeFile, { storageKey: replaced.storageKey }, { startAfter });
  });
  return storageKey;
}

async function render(deps: Deps, document: ResumeDocument): Promise<Buffer | null> {
  try {
    const content = await deps.workers.run("renderResume", document);
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  } catch (error) {
    // The user sees the pinned message that the PDF is not available; the log contains the reason.
    deps.log.error({ err: error }, "a resume could not be rendered as PDF");
    return null;
  }
}
