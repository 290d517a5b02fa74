import type { User } from "@greenroom/contract/accounts.ts";
import type { Candidate } from "@greenroom/contract/resumes.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import { getProfile } from "../accounts/get-profile.ts";
import { listSharedBookings } from "../bookings/list-shared-bookings.ts";
import { linkGeneratedPdf, linkMessage, linkUploadedFile, pdfUnavailable } from "./link-file.ts";
import { opensResume } from "./policy.ts";
import { presentCandidate } from "./present.ts";
import { resumeDocument } from "./resume-document.ts";

/** Who booked me, with their resume. Throws `not_found` for everybody else. */
export async function getCandidateProfile(deps: Deps, actor: Actor, userId: string): Promise<Candidate> {
  return presentCandidate(await getCandidate(deps, actor, userId));
}

/** A link to the PDF that a candidate of mine uploaded, or the word that there is none. */
export async function getCandidateFile(deps: Deps, actor: Actor, userId: string) {
  const candidate = await getCandidate(deps, actor, userId);
  const resumeFileUrl = await linkUploadedFile(deps, candidate._id).catch((cause: unknown) => {
    if (!(cause instanceof AppError) || cause.code !== "unavailable") throw cause;
    throw new AppError("unavailable", {
      msg: "Failed to download uploaded file. Check S3 configuration or file permissions.",
      retryAfterSeconds: 30,
      cause,
    });
  });
  const msg = resumeFileUrl === null ? "This candidate has not uploaded a file." : linkMessage;
  return { isUploadedFile: resumeFileUrl !== null, resumeFileUrl, msg };
}

/** A link to the PDF made of a candidate's structured resume. */
export async function getCandidatePdf(deps: Deps, actor: Actor, userId: string) {
  const candidate = await getCandidate(deps, actor, userId);
  const resumeFileUrl = await linkGeneratedPdf(deps, candidate._id, resumeDocument(candidate));
  if (resumeFileUrl === null)
    throw new AppError("unavailable", { msg: pdfUnavailable, retryAfterSeconds: 30 });
  return { resumeFileUrl, msg: linkMessage };
}

/** Somebody who booked this interviewer, while that opens their resume; anybody else is as if they were not there. */
async function getCandidate(deps: Deps, actor: Actor, userId: string): Promise<User> {
  const now = deps.clock.now();
  const bookings = await listSharedBookings(deps.database, {
    interviewerId: actor.userId,
    intervieweeId: userId,
  });
  if (!bookings.some((booking) => opensResume(booking, now)))
    throw new AppError("not_found", { msg: "This candidate does not exist." });
  return getProfile(deps.database, userId);
}
