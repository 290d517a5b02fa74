import type { Paise } from "@greenroom/contract/kernel/money.ts";
import { fullName } from "@greenroom/contract/kernel/plain-text.ts";
import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { recordDay } from "@greenroom/contract/review/report-labels.ts";
import type { Rubric } from "@greenroom/contract/review/rubric.ts";
import type { Track } from "@greenroom/contract/schedule/goals.ts";
import { sql } from "kysely";
import { z } from "zod";
import type { Actor } from "../../kernel/actor.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction, lockSubjects } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { cleanFileName, createFileLink, linkMinutes, type UploadedFile } from "../../kernel/files.ts";
import { answerOnce, type KeyedRequest } from "../../kernel/idempotency.ts";
import { newId } from "../../kernel/ids.ts";
import { defineHandler, defineJob, defineMailJob, type JobHandler } from "../../kernel/jobs.ts";
import { composeMail } from "../../kernel/mail/compose.ts";
import { cleanPdf } from "../../kernel/pdf/clean-pdf.ts";
import { creditEarning } from "../../money/earnings/earnings.ts";
import { formatPaise } from "../../money/payouts/rules.ts";
import { isDeletedWhenLocked, lockAccount } from "../../people/accounts/account.ts";
import { findPeople } from "../../people/accounts/profile.ts";
import { mailInfectedFile } from "../../people/files/jobs.ts";
import {
  checkNotHeld,
  discardFile,
  heldMessage,
  mustBeHeld,
  scanStoredFile,
} from "../../people/files/scan.ts";
import { probationInterviews } from "../../people/interviewers/invitations.ts";
import {
  definePushHandler,
  definePushJob,
  type Notification,
  notify,
} from "../../people/notifications/notify.ts";
import { recordDeletedAt } from "../../room/rules.ts";
import { hasReport } from "../../room/transcript/corrections.ts";
import { findBooking, getBooking, getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { findGoalLines } from "../../schedule/bookings/goal.ts";
import { formatInterviewTime, loadMailContext } from "../../schedule/bookings/mail-context.ts";
import { type BookingRecord, isOver } from "../../schedule/bookings/rules.ts";
import { checkCompleted, completeIfHeld } from "../../schedule/bookings/settle.ts";
import { countNumbersOf } from "../../schedule/mentors/numbers.ts";
import { feedbackArrivedMessage } from "../mails.ts";
import { addMentorScores } from "../reports/stored-report.ts";
import { findFeedbackFile } from "./scores.ts";

/**
 * Creates the mentor's PDF of a completed interview from the form and stores it like an upload, so that only one of
 * the two is accepted. The same transaction stores the scores and every text, unless the interviewee has deleted
 * their account. Throws `not_found`, `conflict`, `already_given` or `unavailable`.
 */
export async function writeFeedbackReport(
  deps: Deps,
  actor: Actor,
  { bookingId, rubric }: { bookingId: string; rubric: Rubric },
  request: KeyedRequest | null,
): Promise<StoredFeedbackFile> {
  const { database, clock } = deps;
  const now = clock.now();
  return await answerOnce<StoredFeedbackFile>({ database, now }, request, async (keep) => {
    const booking = await getBookingForUpload(deps, actor, bookingId);
    const { publicUrl, recordDays } = deps.config;
    const { heading, firstName, timeZone } = await describeInterview(deps, booking);
    const fileName = interviewFileName({
      ...{ startsAt: booking.startsAt, timeZone },
      ...{ interviewer: heading.interviewer, track: rubric.track },
    });
    const document = {
      ...heading,
      recordUrl: `${publicUrl}/session-record/${booking.id}`,
      recordKeptUntil: recordDay(recordDeletedAt(booking, recordDays), timeZone),
      rubric,
    };
    const content = await deps.workers.run("renderReport", document).catch((cause: unknown) => {
      if (cause instanceof AppError) throw cause;
      const msg = "The PDF could not be made right now. Please try again in a moment.";
      throw new AppError("unavailable", { msg, retryAfterSeconds: 30, cause });
    });
    const { track, areas, summary, nextSteps, questions } = rubric;
    const { intervieweeId, interviewerId } = booking;
    const parties = { bookingId, intervieweeId, interviewerId };
    return await storeFeedbackFile(deps, booking, {
      fileName,
      content: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      describe: (credited) =>
        `✅ Sent. ${firstName} can read it.${credited === null ? "" : ` ${formatPaise(credited)} credited.`}`,
      async alsoWrite(tx, answer) {
        await keep(tx, answer);
        // The deletion has erased what was stored about the interviewee, and nothing would erase this.
        if (await isDeletedWhenLocked(tx, intervieweeId)) return;
        await tx
          .insertInto("feedbackScores")
          .values(areas.map((area) => ({ ...parties, track, ...area, scoredAt: now })))
          .execute();
        await tx
          .insertInto("feedbackSummaries")
          .values({ ...parties, summary, nextSteps, questions, writtenAt: now })
          .execute();
        await addMentorScores(tx, bookingId, {
          track,
          scores: areas.flatMap(({ area, score }) => (score === null ? [] : [{ area, score }])),
        });
      },
    });
  });
}

/** What the PDF of an interview begins with, the interviewee's first name, and the zone of the times. */
async function describeInterview(deps: Deps, booking: BookingRecord) {
  const { business } = deps.config;
  const people = await findPeople(deps.database, [booking.intervieweeId, booking.interviewerId]);
  const nameOf = (id: string) => {
    const person = people.get(id);
    return person === undefined ? "" : fullName(person);
  };
  const timeZone = people.get(booking.intervieweeId)?.timeZone ?? business.timeZone;
  const heading = {
    business: business.name,
    interviewee: nameOf(booking.intervieweeId),
    interviewer: nameOf(booking.interviewerId),
    when: formatInterviewTime(booking, timeZone).long,
    goal: await findGoalLines(deps.database, booking.id),
  };
  const firstName = people.get(booking.intervieweeId)?.firstName ?? "The candidate";
  return { heading, firstName, timeZone };
}

const uploadedMessage = "✅ Feedback file uploaded successfully!";

interface StoredFeedbackFile {
  feedbackFileUrl: string;
  msg: string;
}

const notCompletedMessage = "You can upload feedback once the interview is completed.";

/**
 * Returns the booking that this interviewer may upload a file for. Throws `not_found`, `conflict` or
 * `already_given`; called before the upload is read.
 */
export async function getBookingForUpload(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<BookingRecord> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.interviewerId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewer can upload feedback." });
  }
  checkCompleted(isOver(booking, deps.clock.now()) ? "completed" : booking.status, notCompletedMessage);
  if ((await findFeedbackFile(deps.database, booking.id)) !== undefined) {
    throw new AppError("already_given", { msg: "A feedback file was already uploaded for this interview." });
  }
  return booking;
}

/**
 * Rewrites the mentor's uploaded PDF and stores it. Throws the errors of `getBookingForUpload`, `cleanPdf`
 * and `storeFeedbackFile`.
 */
export async function uploadFeedbackFile(
  deps: Deps,
  actor: Actor,
  { bookingId, file }: { bookingId: string; file: UploadedFile },
  request: KeyedRequest | null,
): Promise<StoredFeedbackFile> {
  const { database, clock } = deps;
  return await answerOnce<StoredFeedbackFile>({ database, now: clock.now() }, request, async (keep) => {
    const booking = await getBookingForUpload(deps, actor, bookingId);
    const content = await cleanPdf(deps, file);
    return await storeFeedbackFile(deps, booking, { fileName: file.fileName, content, alsoWrite: keep });
  });
}

interface FileToStore {
  fileName: string;
  content: Buffer;
  /** What the interviewer reads when the interviewee can open the file; the amount is what was credited. */
  describe?: (credited: Paise | null) => string;
  /** Runs in the transaction that stores the file, which holds the locks of both accounts. */
  alsoWrite?: (tx: Tx, answer: StoredFeedbackFile) => Promise<void>;
}

/**
 * Stores the mentor's PDF of a completed interview, once, and credits the interviewer's earning. While the virus
 * scanner is unavailable, a job credits it after the scan. The file is written before the row that names it, so a
 * crash leaves an unused file, never a row without its file. Throws `unavailable` if the storage is unavailable, and
 * `not_found` if the interviewer's account was deleted meanwhile.
 */
async function storeFeedbackFile(
  deps: Deps,
  booking: BookingRecord,
  { fileName, content, describe = () => uploadedMessage, alsoWrite }: FileToStore,
): Promise<StoredFeedbackFile> {
  const isHeld = await mustBeHeld(deps, content);
  const now = deps.clock.now();
  const storageKey = `feedback/${newId()}.pdf`;
  const answer = {
    feedbackFileUrl: `/api/interviewer/feedback-file/${booking.id}`,
    msg: `${uploadedMessage} ${heldMessage}`,
  };
  await deps.storage.put(storageKey, content, "application/pdf").catch((cause: unknown) => {
    throw new AppError("unavailable", {
      msg: "❌ Failed to upload feedback file.",
      retryAfterSeconds: 30,
      cause,
    });
  });
  try {
    await inTransaction(deps.database, async (tx) => {
      // Both at once, in the order in which everything locks two accounts. `alsoWrite` asks about the interviewee.
      await lockSubjects(tx, [booking.intervieweeId, booking.interviewerId]);
      await lockAccount(tx, booking.interviewerId);
      const status = await completeIfHeld(deps, tx, booking, now);
      // The booking was read before the file was scanned and stored, and a no-show may have been decided since.
      const locked = await tx
        .selectFrom("bookings")
        .select("status")
        .where("id", "=", booking.id)
        .forShare()
        .executeTakeFirst();
      checkCompleted(locked?.status ?? status, notCompletedMessage);
      await tx
        .insertInto("feedbackFiles")
        .values({
          bookingId: booking.id,
          storageKey,
          fileName: cleanFileName(fileName, "feedback"),
          sizeBytes: content.length,
          uploadedAt: now,
          // Set while the file is held back and nobody may open it.
          heldAt: isHeld ? now : null,
        })
        .execute();
      await deps.jobs.enqueue(tx, countNumbersOf, { bookingId: booking.id });
      if (isHeld) await deps.jobs.enqueue(tx, scanFeedbackFile, { storageKey });
      else answer.msg = describe(await announceFeedback(deps, tx, booking.id));
      await alsoWrite?.(tx, answer);
    });
  } catch (error) {
    // If the commit's result is unknown, the row may exist. Only a file without a row is deleted.
    const stored = await findFeedbackFile(deps.database, booking.id);
    if (stored?.storageKey !== storageKey) await discardFile(deps, storageKey);
    throw error;
  }
  return answer;
}

/** Scans a file that was held back because the virus scanner was unavailable. */
export const scanFeedbackFile = defineJob("feedback.scan-file", z.object({ storageKey: z.string() }));

const arrivedPayload = z.object({ bookingId: z.string() });
const mailFeedbackArrived = defineMailJob("feedback.mail-arrived", arrivedPayload);
const pushFeedbackArrived = definePushJob("feedback.push-arrived", arrivedPayload);

/** Credits the interviewer's earning for feedback that its interviewee may open, and tells the interviewee. */
async function announceFeedback(deps: Deps, tx: Tx, bookingId: string): Promise<Paise | null> {
  const credited = await creditEarning(tx, bookingId, deps.clock.now());
  const { intervieweeId } = await getBooking(tx, bookingId);
  const notice = { kind: "feedback", mail: mailFeedbackArrived, push: pushFeedbackArrived } as const;
  await notify(deps, tx, notice, [{ userId: intervieweeId, payload: { bookingId } }]);
  return credited;
}

/** Null if the feedback is gone. `reportUrl` is the report that contains it; null if there is none. */
async function loadArrived(deps: Deps, bookingId: string) {
  const context = await loadMailContext(deps, bookingId, "interviewee");
  if (context === null || (await findFeedbackFile(deps.database, bookingId)) === undefined) return null;
  const reportUrl = (await hasReport(deps.database, bookingId))
    ? `${deps.config.publicUrl}/interviewee-dashboard/reports/${bookingId}`
    : null;
  return { context, reportUrl };
}

async function sendFeedbackArrived(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const arrived = await loadArrived(deps, bookingId);
  if (arrived === null) return;
  const { context, reportUrl } = arrived;
  const { business, publicUrl } = deps.config;
  await deps.mail.send(composeMail(business, feedbackArrivedMessage(context, { reportUrl, publicUrl })));
}

async function composeFeedbackArrived(
  deps: Deps,
  { bookingId }: { bookingId: string },
): Promise<Notification | null> {
  const arrived = await loadArrived(deps, bookingId);
  if (arrived === null) return null;
  const { context, reportUrl } = arrived;
  return {
    title: "Your mentor's feedback is here",
    body: `From ${context.other.firstName}, about ${context.when.short}`,
    path: reportUrl === null ? "/interviewee-dashboard/my-sessions" : new URL(reportUrl).pathname,
    tag: `feedback-${bookingId}`,
    until: addMinutes(deps.clock.now(), 3 * 24 * 60),
  };
}

export const feedbackArrivedJobs: JobHandler<Deps>[] = [
  defineHandler(mailFeedbackArrived, sendFeedbackArrived),
  definePushHandler(pushFeedbackArrived, composeFeedbackArrived),
];

/** Scans a PDF that was held back: releases it with the earning, or deletes it and tells the interviewer. */
export async function releaseFeedbackFile(deps: Deps, { storageKey }: { storageKey: string }): Promise<void> {
  const result = await scanStoredFile(deps, storageKey);
  if (result === null) return;
  await inTransaction(deps.database, async (tx) => {
    if (result.kind === "clean") {
      const released = await tx
        .updateTable("feedbackFiles")
        .set({ heldAt: null })
        .where("storageKey", "=", storageKey)
        .where("heldAt", "is not", null)
        .returning("bookingId")
        .executeTakeFirst();
      if (released !== undefined) await announceFeedback(deps, tx, released.bookingId);
      return;
    }
    const file = await tx
      .deleteFrom("feedbackFiles")
      .where("storageKey", "=", storageKey)
      .where("heldAt", "is not", null)
      .returning(["bookingId", "fileName"])
      .executeTakeFirst();
    if (file === undefined) return;
    const booking = await findBooking(tx, file.bookingId);
    if (booking === null) return;
    const { fileName } = file;
    const payload = { userId: booking.interviewerId, fileName, found: result.name };
    await deps.jobs.enqueue(tx, mailInfectedFile, payload);
  });
  if (result.kind === "infected") await discardFile(deps, storageKey);
}

/**
 * A short-lived link to the mentor's PDF for the actor's booking. Throws `not_found` if there is no such booking or
 * file, `conflict` while the file is held back, `unavailable` if the storage is unavailable.
 */
export async function getFeedbackFile(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<{ feedbackFileUrl: string; msg: string }> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  return await signFeedbackFile(deps, booking.id);
}

/** The same for a caller who may open any booking's file. */
export async function signFeedbackFile(
  deps: Deps,
  bookingId: string,
): Promise<{ feedbackFileUrl: string; msg: string }> {
  const file = await findFeedbackFile(deps.database, bookingId);
  if (file === undefined) {
    throw new AppError("not_found", { msg: "No feedback file has been uploaded for this interview yet." });
  }
  checkNotHeld(file);
  const feedbackFileUrl = await createFileLink(
    deps,
    { key: file.storageKey, fileName: file.fileName },
    "Failed to generate download link for the feedback file.",
  );
  return { feedbackFileUrl, msg: `This link is good for ${linkMinutes} minutes.` };
}

interface NamedInterview {
  startsAt: Date;
  timeZone: string;
  interviewer: string;
  track: Track;
}

const longestName = 60;

/**
 * `interview-feedback-2026-11-22-kavya-menon.pdf`: only letters that every file system and mail program keeps. A name in
 * another script has none of these, so the file is named after the interview's track.
 */
export function interviewFileName({ startsAt, timeZone, interviewer, track }: NamedInterview): string {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone }).format(startsAt);
  const name = interviewer
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, longestName);
  return `interview-feedback-${day}-${name || track}.pdf`;
}

interface ProbationFeedback extends Waiting {
  startsAt: Date;
  intervieweeId: string;
  interviewerId: string;
  interviewerName: string;
  /** Which of the interviewer's interviews it is, from 1. */
  number: number;
}

/** Older feedback is no longer listed. */
const lookDays = 14;

/**
 * Recent feedback on interviewers' first interviews, by booking, without those who deleted their account. It starts from
 * the files that may belong to one of these interviews (0154_waiting_feedback.sql), because most recent files do not.
 * `offset 0` makes PostgreSQL look up the booking and the person of each by their ids.
 */
export async function listProbationFeedback(
  database: Database,
  now: Date,
  { limit, matches }: WaitingFilter,
): Promise<ProbationFeedback[]> {
  const { rows } = await sql<ProbationFeedback>`
    select booking.id as subject, file.uploaded_at as since, booking.starts_at, booking.interviewee_id, booking.interviewer_id,
      person.first_name as interviewer_name,
      1 + (select count(*)::integer from bookings earlier where earlier.interviewer_id = booking.interviewer_id
        and earlier.status = 'completed' and earlier.starts_at < booking.starts_at) as number
    from feedback_files file
    cross join lateral (select * from bookings where id = file.booking_id offset 0) booking
    cross join lateral (select first_name, role, deleted_at from users where id = booking.interviewer_id offset 0) person
    where file.is_early and file.uploaded_at > ${addMinutes(now, -60 * 24 * lookDays)} and file.held_at is null
      and booking.status = 'completed' and person.role = 'interviewer' and person.deleted_at is null
      and not exists (
        select from bookings earlier where earlier.interviewer_id = booking.interviewer_id and earlier.status = 'completed'
          and earlier.starts_at < booking.starts_at offset ${probationInterviews - 1})
      and ${matches(sql`booking.id::text`, sql`file.uploaded_at`)}
    order by file.uploaded_at limit ${limit}`.execute(database);
  return rows;
}
