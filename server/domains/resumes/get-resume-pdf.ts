import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { getProfile } from "../accounts/get-profile.ts";
import { linkGeneratedPdf, linkMessage, linkUploadedFile, pdfUnavailable } from "./link-file.ts";
import { resumeDocument } from "./resume-document.ts";

/** A short-lived link to my resume as interviewers see it, or to the generated one when `structured` asks for it. */
export async function getResumePdf(deps: Deps, actor: Actor, { structured }: { structured: boolean }) {
  const uploaded = structured ? null : await linkUploadedFile(deps, actor.userId);
  if (uploaded !== null) {
    return {
      isUploadedFile: true,
      resumeFileUrl: uploaded,
      isStructuredPdfUnavailable: false,
      msg: linkMessage,
    };
  }
  const user = await getProfile(deps.database, actor.userId);
  const generated = await linkGeneratedPdf(deps, actor.userId, resumeDocument(user));
  return {
    isUploadedFile: false,
    resumeFileUrl: generated,
    isStructuredPdfUnavailable: generated === null,
    msg: generated === null ? pdfUnavailable : linkMessage,
  };
}
