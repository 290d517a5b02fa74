import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { cleanFileName, type UploadedFile } from "../../kernel/files.ts";
import { newId } from "../../kernel/ids.ts";
import { defineHandler, defineJob, type JobHandler } from "../../kernel/jobs.ts";
import { cleanPdf } from "../../kernel/pdf/clean-pdf.ts";
import { lockAccount } from "../accounts/account.ts";
import { mailInfectedFile } from "../files/jobs.ts";
import { discardFile, heldMessage, mustBeHeld, scanStoredFile } from "../files/scan.ts";
import { deleteResumeFile, ownFileUrl, selectResumeFile } from "./resume.ts";

const filePayload = z.object({ storageKey: z.string() });

/** Scans a file that was held because the virus scanner was down. */
const scanResumeFile = defineJob("resumes.scan-file", filePayload);

/** Removes a file that no resume refers to any more. */
const removeResumeFile = defineJob("resumes.remove-file", filePayload);

/**
 * Rewrites an uploaded PDF, stores it in place of the structured resume, and removes the previous one. The file is
 * written before the row that names it, and held while the virus scanner is down. Throws the errors of `cleanPdf`
 * and `lockAccount`, and `unavailable` if the storage is down.
 */
export async function uploadResumeFile(deps: Deps, actor: Actor, file: UploadedFile) {
  const content = await cleanPdf(deps, file);
  const isHeld = await mustBeHeld(deps, content);
  const storageKey = `resumes/${newId()}.pdf`;
  await deps.storage.put(storageKey, content, "application/pdf").catch((cause: unknown) => {
    throw new AppError("unavailable", { msg: "Failed to upload resume file.", retryAfterSeconds: 30, cause });
  });
  try {
    await inTransaction(deps.database, async (tx) => {
      await lockAccount(tx, actor.userId);
      await lockSubjects(tx, [`resume:${actor.userId}`]);
      const replaced = await deleteResumeFile(tx, actor.userId);
      if (replaced !== undefined) await deps.jobs.enqueue(tx, removeResumeFile, { storageKey: replaced });
      const fileName = cleanFileName(file.fileName, "resume");
      const now = deps.clock.now();
      const times = { uploadedAt: now, heldAt: isHeld ? now : null };
      await tx
        .insertInto("resumeFiles")
        .values({ userId: actor.userId, storageKey, fileName, sizeBytes: content.length, ...times })
        .execute();
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
  return { resumeFileUrl: null, msg: "Resume file cleared. Interviewers see the resume from the form." };
}

/** Scans a held file: releases it, or removes it and tells its owner. */
async function releaseResumeFile(deps: Deps, { storageKey }: { storageKey: string }): Promise<void> {
  const result = await scanStoredFile(deps, storageKey);
  if (result === null) return; // Replaced or removed meanwhile.
  if (result.kind === "clean") {
    const files = deps.database.updateTable("resumeFiles").set({ heldAt: null });
    await files.where("storageKey", "=", storageKey).execute();
    return;
  }
  await inTransaction(deps.database, async (tx) => {
    const file = await tx
      .deleteFrom("resumeFiles")
      .where("storageKey", "=", storageKey)
      .where("heldAt", "is not", null)
      .returning(["userId", "fileName"])
      .executeTakeFirst();
    if (file === undefined) return;
    await deps.jobs.enqueue(tx, removeResumeFile, { storageKey });
    await deps.jobs.enqueue(tx, mailInfectedFile, { ...file, found: result.name });
  });
}

export const resumeJobs: JobHandler<Deps>[] = [
  defineHandler(scanResumeFile, releaseResumeFile),
  // A key is never used twice, so removing it again does no harm.
  defineHandler(removeResumeFile, (deps, { storageKey }) => deps.storage.remove(storageKey)),
];
