import type { Deps } from "../../deps.ts";
import { AppError } from "../../http/errors.ts";
import { cleanFileName } from "../../pdf/clean-file-name.ts";
import { refuseWhileHeld } from "../files/scan-file.ts";
import { renderResume } from "./render-resume.ts";
import type { ResumeDocument } from "./resume-document.ts";
import { selectResumeFile } from "./store.ts";

/** How long a link to a file is good. */
const linkMinutes = 5;

export const linkMessage = `This link is good for ${linkMinutes} minutes.`;
export const pdfUnavailable = "PDF export from structured data is temporarily unavailable.";

/** A short-lived link to the uploaded file, null when there is none. Throws `unavailable` when the storage is away, `conflict` while it is held back. */
export async function linkUploadedFile(deps: Deps, userId: string): Promise<string | null> {
  const file = await selectResumeFile(deps.database, userId);
  if (file === undefined) return null;
  refuseWhileHeld(file);
  return linkFile(deps, file.storageKey, file.fileName);
}

/**
 * Makes the PDF of a structured resume and answers a short-lived link to it, null when it cannot be made right now.
 * There is one export a person, made anew each time: nothing old is left lying around.
 */
export async function linkGeneratedPdf(
  deps: Deps,
  userId: string,
  document: ResumeDocument,
): Promise<string | null> {
  const content = await render(deps, document);
  if (content === null) return null;
  const storageKey = exportKey(userId);
  try {
    await deps.storage.put(storageKey, content, "application/pdf");
  } catch (cause) {
    throw linkFailed(cause);
  }
  return linkFile(deps, storageKey, cleanFileName(`${document.name} - resume`, "resume"));
}

/** Where a person's generated PDF is kept. */
export function exportKey(userId: string): string {
  return `resume-exports/${userId}.pdf`;
}

async function render(deps: Deps, document: ResumeDocument): Promise<Buffer | null> {
  try {
    return await renderResume(document);
  } catch (error) {
    // A fault of ours, which must be seen here; the person is told in the spec's words.
    deps.log.error({ err: error }, "a resume could not be made into a PDF");
    return null;
  }
}

async function linkFile(deps: Deps, storageKey: string, fileName: string): Promise<string> {
  try {
    return await deps.storage.signedUrl(storageKey, {
      fileName,
      seconds: linkMinutes * 60,
      now: deps.clock.now(),
    });
  } catch (cause) {
    throw linkFailed(cause);
  }
}

function linkFailed(cause: unknown): AppError {
  return new AppError("unavailable", {
    msg: "Failed to generate secure link. Ensure B2 is configured and file exists.",
    retryAfterSeconds: 30,
    cause,
  });
}
