import { newId } from "../../db/ids.ts";
import { inTransaction, lockSubjects } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import type { SentFile } from "../../http/take-upload.ts";
import { checkPdf } from "../../pdf/check-pdf.ts";
import { cleanFileName } from "../../pdf/clean-file-name.ts";
import { discardFile } from "../files/discard-file.ts";
import { heldSentence, mustBeHeld } from "../files/scan-file.ts";
import { removeResumeFile, scanResumeFile } from "./job-definitions.ts";
import { ownFileUrl } from "./present.ts";
import { deleteResumeFile, insertResumeFile, selectResumeFile } from "./store.ts";

/**
 * Keeps an uploaded PDF in the place of the structured resume; one that stood there before goes. The file is durable
 * before the row that names it, and held back while the virus scanner is away. Throws `unsupported_media_type` for what is not a harmless PDF, `unavailable` when the
 * storage is away.
 */
export async function uploadResumeFile(deps: Deps, actor: Actor, sent: SentFile) {
  await checkPdf(sent);
  const isHeld = await mustBeHeld(deps, sent.content);
  const storageKey = `resumes/${newId()}.pdf`;
  await storeFile(deps, storageKey, sent.content);
  try {
    await inTransaction(deps.database, async (tx) => {
      await lockSubjects(tx, [`resume:${actor.userId}`]);
      const replaced = await deleteResumeFile(tx, actor.userId);
      if (replaced !== undefined) await deps.jobs.send(tx, removeResumeFile, { storageKey: replaced });
      await insertResumeFile(tx, {
        userId: actor.userId,
        storageKey,
        fileName: cleanFileName(sent.fileName, "resume"),
        sizeBytes: sent.content.length,
        uploadedAt: deps.clock.now(),
        heldAt: isHeld ? deps.clock.now() : null,
      });
      if (isHeld) await deps.jobs.send(tx, scanResumeFile, { storageKey });
    });
  } catch (error) {
    // When it is not known whether the commit arrived, the row may stand: only a file that nothing names is removed.
    const standing = await selectResumeFile(deps.database, actor.userId);
    if (standing?.storageKey !== storageKey) await discardFile(deps, storageKey);
    throw error;
  }
  const then = isHeld ? heldSentence : "Interviewers see this file now.";
  return { resumeFileUrl: ownFileUrl, msg: `Resume file uploaded. ${then}` };
}

async function storeFile(deps: Deps, storageKey: string, content: Buffer): Promise<void> {
  try {
    await deps.storage.put(storageKey, content, "application/pdf");
  } catch (cause) {
    throw new AppError("unavailable", { msg: "Failed to upload resume file.", retryAfterSeconds: 30, cause });
  }
}
