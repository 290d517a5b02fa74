import type { Actor } from "../../../kernel/actor.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction, lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { answerOnce } from "../../../kernel/idempotency/answer-once.ts";
import type { KeyedRequest } from "../../../kernel/idempotency/keyed-request.ts";
import { newId } from "../../../kernel/ids.ts";
import { cleanFileName } from "../../../kernel/pdf/clean-file-name.ts";
import { cleanPdf } from "../../../kernel/pdf/resave/clean-pdf.ts";
import type { UploadedFile } from "../../../kernel/upload.ts";
import { lockAccount } from "../../../people/accounts/lock-account.ts";
import { discardFile } from "../../../people/files/discard-file.ts";
import { heldMessage, mustBeHeld } from "../../../people/files/scan-file.ts";
import { getOwnBooking } from "../../../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../../../schedule/bookings/rules.ts";
import { isOver } from "../../../schedule/bookings/rules.ts";
import { completeIfHeld } from "../../../schedule/bookings/settle.ts";
import { lockForFile } from "../deadline/deadline-store.ts";
import { scanFeedbackFile } from "../job-definitions.ts";
import { checkCompleted } from "../rules.ts";
import { findFeedbackFile, insertFeedbackFile } from "../store.ts";
import { announceFeedback } from "./announce-feedback.ts";

export interface StoredFeedbackFile {
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
  /** Runs in the transaction that stores the file, which holds the locks of both accounts. */
  alsoWrite?: (tx: Tx, answer: StoredFeedbackFile) => Promise<void>;
}

/**
 * Stores the mentor's PDF of a completed interview, once, and credits the interviewer's earning. While the virus
 * scanner is unavailable, a job credits it after the scan. The file is written before the row that names it, so a
 * crash leaves an unused file, never a row without its file. Throws `unavailable` if the storage is unavailable, and
 * `not_found` if the interviewer's account was deleted meanwhile.
 */
export async function storeFeedbackFile(
  deps: Deps,
  booking: BookingRecord,
  { fileName, content, alsoWrite }: FileToStore,
): Promise<StoredFeedbackFile> {
  const isHeld = await mustBeHeld(deps, content);
  const now = deps.clock.now();
  const storageKey = `feedback/${newId()}.pdf`;
  const answer = {
    feedbackFileUrl: `/api/interviewer/feedback-file/${booking.id}`,
    msg: `✅ Feedback file uploaded successfully!${isHeld ? ` ${heldMessage}` : ""}`,
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
      checkCompleted((await lockForFile(tx, booking.id)) ?? status, notCompletedMessage);
      await insertFeedbackFile(tx, {
        bookingId: booking.id,
        storageKey,
        fileName: cleanFileName(fileName, "feedback"),
        sizeBytes: content.length,
        uploadedAt: now,
        heldAt: isHeld ? now : null,
      });
      if (isHeld) await deps.jobs.enqueue(tx, scanFeedbackFile, { storageKey });
      else await announceFeedback(deps, tx, booking.id);
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
