import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { type ResumeData, removeBlankEntries } from "@greenroom/contract/people/resume-data.ts";
import { emptyResume } from "@greenroom/contract/people/resume-labels.ts";
import { pdfUnavailableMessage } from "@greenroom/contract/people/resume-options.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { cleanFileName, createFileLink, linkMinutes } from "../../kernel/files.ts";
import { lockAccount } from "../accounts/account.ts";
import { getProfile } from "../accounts/profile.ts";
import { checkNotHeld, discardFile } from "../files/scan.ts";
import { generatedPdfKey, selectResumeFile } from "./resume.ts";

/**
 * A short-lived link to the actor's resume as interviewers see it, or to the generated one if `structured` is set.
 */
export async function getResumePdf(deps: Deps, actor: Actor, { structured }: { structured: boolean }) {
  const uploaded = structured ? null : await createUploadedFileUrl(deps, actor.userId);
  if (uploaded !== null) {
    return {
      isUploadedFile: true,
      resumeFileUrl: uploaded,
      isStructuredPdfUnavailable: false,
      msg: linkMessage,
    };
  }
  const user = await getProfile(deps.database, actor.userId);
  const source = { userId: actor.userId, document: buildResumeDocument(user) };
  const generated = await createGeneratedPdfUrl(deps, actor, source);
  return {
    isUploadedFile: false,
    resumeFileUrl: generated,
    isStructuredPdfUnavailable: generated === null,
    msg: generated === null ? pdfUnavailableMessage : linkMessage,
  };
}

/**
 * A short-lived link to the uploaded file; null if there is none. Throws `unavailable` if the storage is down,
 * `conflict` while the file is held.
 */
export async function createUploadedFileUrl(deps: Deps, userId: string): Promise<string | null> {
  const file = await selectResumeFile(deps.database, userId);
  if (file === undefined) return null;
  checkNotHeld(file);
  return createFileLink(deps, { key: file.storageKey, fileName: file.fileName }, linkFailedMessage);
}

interface Generated {
  userId: string;
  document: ResumeDocument;
}

/**
 * Generates the PDF of a structured resume, in place of the one before, and returns a short-lived link to it; null if it
 * cannot be generated now. Throws the errors of `lockAccount`, `too_many_requests` for an actor who generates too many,
 * and `unavailable` if the storage is down.
 */
export async function createGeneratedPdfUrl(
  deps: Deps,
  actor: Actor,
  { userId, document }: Generated,
): Promise<string | null> {
  await deps.limits.count("generated-pdf-by-user", actor.userId);
  const content = await render(deps, document);
  if (content === null) return null;
  const key = generatedPdfKey(userId);
  await deps.storage.put(key, content, "application/pdf").catch((cause: unknown) => {
    throw new AppError("unavailable", { msg: linkFailedMessage, retryAfterSeconds: 30, cause });
  });
  // Their account may have been deleted meanwhile, with the file before this one.
  await inTransaction(deps.database, (tx) => lockAccount(tx, userId)).catch(async (error: unknown) => {
    await discardFile(deps, key);
    throw error;
  });
  const fileName = cleanFileName(`${document.name} - resume`, "resume");
  return createFileLink(deps, { key, fileName }, linkFailedMessage);
}

export const linkMessage = `This link is good for ${linkMinutes} minutes.`;

const linkFailedMessage = "Failed to generate secure link. Ensure B2 is configured and file exists.";

/** The input for the PDF of a resume. */
export interface ResumeDocument {
  name: string;
  email: string;
  phone: string;
  resume: ResumeData;
}

type ResumeOwner = Pick<User, "firstName" | "lastName" | "email" | "mobileNumber" | "resumeData">;

export function buildResumeDocument(user: ResumeOwner): ResumeDocument {
  return {
    name: fullName(user),
    email: user.email,
    phone: user.mobileNumber,
    resume: removeBlankEntries(user.resumeData ?? emptyResume),
  };
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
