import { createHash } from "node:crypto";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import type { User } from "@greenroom/contract/people/accounts.ts";
import { emptyResume, type ResumeData, removeBlankEntries } from "@greenroom/contract/people/resume-data.ts";
import { pdfUnavailableMessage } from "@greenroom/contract/people/resumes.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { cleanFileName, createFileLink, linkMinutes } from "../../kernel/files.ts";
import { newId } from "../../kernel/ids.ts";
import { lockAccount } from "../accounts/account.ts";
import { getProfile } from "../accounts/profile.ts";
import { checkNotHeld } from "../files/scan.ts";
import { selectResumeFile } from "./resume.ts";
import { removeResumeFile } from "./resume-file.ts";

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

/**
 * A short-lived link to the PDF of a structured resume; null if it cannot be generated now. Throws the errors of
 * `generateResume`.
 */
export async function createGeneratedPdfUrl(
  deps: Deps,
  actor: Actor,
  { userId, document }: Generated,
): Promise<string | null> {
  const storageKey = await generateResume(deps, actor, { userId, document });
  if (storageKey === null) return null;
  const fileName = cleanFileName(`${document.name} - resume`, "resume");
  return createFileLink(deps, { key: storageKey, fileName }, linkFailedMessage);
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
async function generateResume(
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
    throw new AppError("unavailable", { msg: linkFailedMessage, retryAfterSeconds: 30, cause });
  });
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, userId);
    await lockSubjects(tx, [`resume:${userId}`]);
    const replaced = await selectGeneratedResume(tx, userId);
    const values = { contentHash, storageKey, madeAt: now };
    await tx
      .insertInto("generatedResumes")
      .values({ userId, ...values })
      .onConflict((conflict) => conflict.column("userId").doUpdateSet(values))
      .execute();
    if (replaced === undefined) return;
    // Recently issued links to the old file must work until they expire.
    const startAfter = addMinutes(now, linkMinutes + 1);
    await deps.jobs.enqueue(tx, removeResumeFile, { storageKey: replaced.storageKey }, { startAfter });
  });
  return storageKey;
}

function selectGeneratedResume(database: Database | Tx, userId: string) {
  return database
    .selectFrom("generatedResumes")
    .select(["contentHash", "storageKey", "madeAt"])
    .where("userId", "=", userId)
    .executeTakeFirst();
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
