import type { User } from "@greenroom/contract/people/accounts.ts";
import { pdfUnavailableMessage } from "@greenroom/contract/people/resume-options.ts";
import type { Candidate } from "@greenroom/contract/people/resumes.ts";
import type { BookingStatus } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { getProfile } from "../../people/accounts/profile.ts";
import { canReadResume, presentCandidate } from "../../people/resumes/resume.ts";
import {
  buildResumeDocument,
  createGeneratedPdfUrl,
  createUploadedFileUrl,
  linkMessage,
} from "../../people/resumes/resume-pdf.ts";

/** An interviewee who booked the actor, with their resume. Throws `not_found` for anyone else. */
export async function getCandidateProfile(deps: Deps, actor: Actor, userId: string): Promise<Candidate> {
  return presentCandidate(await getCandidate(deps, actor, userId));
}

/** A link to the PDF that a candidate of the actor uploaded, or a message if there is none. */
export async function getCandidateFile(deps: Deps, actor: Actor, userId: string) {
  const candidate = await getCandidate(deps, actor, userId);
  const resumeFileUrl = await createUploadedFileUrl(deps, candidate._id).catch((cause: unknown) => {
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

/** A link to the PDF generated from a candidate's structured resume. */
export async function getCandidatePdf(deps: Deps, actor: Actor, userId: string) {
  const candidate = await getCandidate(deps, actor, userId);
  const resumeFileUrl = await createGeneratedPdfUrl(deps, actor, {
    userId: candidate._id,
    document: buildResumeDocument(candidate),
  });
  if (resumeFileUrl === null)
    throw new AppError("unavailable", { msg: pdfUnavailableMessage, retryAfterSeconds: 30 });
  return { resumeFileUrl, msg: linkMessage };
}

/** Returns an interviewee whose booking lets the actor read their resume. Throws `not_found` for anyone else. */
async function getCandidate(deps: Deps, actor: Actor, userId: string): Promise<User> {
  const now = deps.clock.now();
  const bookings = await listSharedBookings(deps.database, {
    interviewerId: actor.userId,
    intervieweeId: userId,
  });
  if (!bookings.some((booking) => canReadResume(booking, now)))
    throw new AppError("not_found", { msg: "This candidate does not exist." });
  return getProfile(deps.database, userId);
}

export function listSharedBookings(
  database: Database | Tx,
  { interviewerId, intervieweeId }: { interviewerId: string; intervieweeId: string },
): Promise<{ status: BookingStatus; endsAt: Date }[]> {
  return database
    .selectFrom("bookings")
    .select(["status", "endsAt"])
    .where("interviewerId", "=", interviewerId)
    .where("intervieweeId", "=", intervieweeId)
    .execute();
}
