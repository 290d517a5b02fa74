import { pdfUnavailableMessage } from "@greenroom/contract/people/resumes/resumes.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { getProfile } from "../../accounts/profile/find-people.ts";
import { linkMessage } from "../download-url.ts";
import { createGeneratedPdfUrl, createUploadedFileUrl } from "./file-urls.ts";
import { buildResumeDocument } from "./resume-document.ts";

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
  const generated = await createGeneratedPdfUrl(deps, actor, {
    userId: actor.userId,
    document: buildResumeDocument(user),
  });
  return {
    isUploadedFile: false,
    resumeFileUrl: generated,
    isStructuredPdfUnavailable: generated === null,
    msg: generated === null ? pdfUnavailableMessage : linkMessage,
  };
}
