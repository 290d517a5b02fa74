import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { cleanFileName } from "../../../kernel/pdf/clean-file-name.ts";
import { checkNotHeld } from "../../files/scan-file.ts";
import { createDownloadUrl } from "../download-url.ts";
import { generateResume } from "../generate-resume.ts";
import { selectResumeFile } from "../store.ts";
import type { ResumeDocument } from "./resume-document.ts";

/**
 * A short-lived link to the uploaded file; null if there is none. Throws `unavailable` if the storage is down,
 * `conflict` while the file is held.
 */
export async function createUploadedFileUrl(deps: Deps, userId: string): Promise<string | null> {
  const file = await selectResumeFile(deps.database, userId);
  if (file === undefined) return null;
  checkNotHeld(file);
  return createDownloadUrl(deps, file.storageKey, file.fileName);
}

/**
 * A short-lived link to the PDF of a structured resume; null if it cannot be generated now. Throws the errors of
 * `generateResume`.
 */
export async function createGeneratedPdfUrl(
  deps: Deps,
  actor: Actor,
  { userId, document }: { userId: string; document: ResumeDocument },
): Promise<string | null> {
  const storageKey = await generateResume(deps, actor, { userId, document });
  if (storageKey === null) return null;
  return createDownloadUrl(deps, storageKey, cleanFileName(`${document.name} - resume`, "resume"));
}
