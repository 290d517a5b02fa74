import type { Actor } from "../../../kernel/actor.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { cleanFileName } from "../../../kernel/pdf/clean-file-name.ts";
import { cleanPdf } from "../../../kernel/pdf/resave/clean-pdf.ts";
import type { UploadedFile } from "../../../kernel/upload.ts";
import { lockAccount } from "../../accounts/lock-account.ts";
import { discardFile } from "../../files/discard-file.ts";
import { heldMessage, mustBeHeld } from "../../files/scan-file.ts";
import { removeResumeFile, scanResumeFile } from "../job-definitions.ts";
import { ownFileUrl } from "../present.ts";
import { deleteResumeFile, insertResumeFile, selectResumeFile } from "../store.ts";

/**
 * Rewrites an uploaded PDF, stores it in place of the structured resume, and removes the previous one. The file is
 * written before the row that names it, and held while the virus scanner is down. Throws the errors of `cleanPdf`
 * and `lockAccount`, and `unavailable` if the storage is down.
 */
export async function uploadResumeFile(deps: Deps, actor: Actor, file: UploadedFile) {
  const content = await cleanPdf(deps, file);
  const isHeld = await mustBeHeld(deps, content);
  const storageKey = `resumes/${newId()}.pdf`;
  await storeFile(deps, storageKey, content);
  try {
    await inTransaction(deps.database, async (tx) => {
      await lockAccount(tx, actor.userId);
      await lockSubjects(tx, [`resume:${actor.userId}`]);
      const replaced = await deleteResumeFile(tx, actor.userId);
      if (replaced !== undefined) await deps.jobs.enqueue(tx, removeResumeFile, { storageKey: replaced });
      await insertResumeFile(tx, {
        userId: actor.userId,
        storageKey,
        fileName: cleanFileName(file.fileName, "resume"),
        sizeBytes: content.length,
        uploadedAt: deps.clock.now(),
        heldAt: isHeld ? deps.clock.now() : null,
      });
      if (isHeld) await deps.jobs.enqueue(tx, scanResumeFile, { storageKey });
    });
  } catch (error) {
    // If the commit's result is unknown, the row may exist, so only a file without a row is removed.
    const current = await selectResumeFile(deps.database, actor.userId);
    if (current?.storageKey !== storageKey) await discardFile(deps, storageKey);
    throw error;
  }
  const nextStep = isHeld ? heldMessage : "Interviewers see this file now.";
  return { resumeFileUrl: ownFileUrl, msg: `Resume file uploaded. ${nextStep}` };
}

async function storeFile(deps: Deps, storageKey: string, content: Buffer): Promise<void> {
  try {
    await deps.storage.put(storageKey, content, "application/pdf");
  } catch (cause) {
    throw new AppError("unavailable", { msg: "Failed to upload resume file.", retryAfterSeconds: 30, cause });
  }
}
