import type { Actor } from "../../../core/actor.ts";
import type { Deps } from "../../../deps.ts";
import { cleanFileName } from "../../../pdf/clean-file-name.ts";
import { checkNotHeld } from "../../files/scan-file.ts";
import { generateResume } from "../generate-resume.ts";
import { signLink } from "../sign-link.ts";
import { selectResumeFile } from "../store.ts";
import type { ResumeDocument } from "./resume-document.ts";

export const pdfUnavailableMessage = "PDF export from structured data is temporarily unavailable.";

/**
 * A short-lived link to the uploaded file; null if there is none. Throws `unavailable` if the storage is down,
 * `conflict` while the file is held.
 */
export async function linkUploadedFile(deps: Deps, userId: string): Promise<string | null> {
  const file = await selectResumeFile(deps.database, userId);
  if (file === undefined) return null;
  checkNotHeld(file);
  return signLink(deps, file.storageKey, file.fileName);
}

/**
 * A short-lived link to the PDF of a structured resume; null if it cannot be generated now. Throws the errors of
 * `generateResume`.
 */
export async function linkGeneratedPdf(
  deps: Deps,
  actor: Actor,
  { userId, document }: { userId: string; document: ResumeDocument },
): Promise<string | null> {
  const storageKey = await generateResume(deps, actor, { userId, document });
  if (storageKey === null) return null;
  return signLink(deps, storageKey, cleanFileName(`${document.name} - resume`, "resume"));
}
