import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { Actor } from "../../http/actor.ts";
import { AppError } from "../../http/errors.ts";
import type { SentFile } from "../../http/take-upload.ts";
import { checkPdf } from "../../pdf/check-pdf.ts";
import { cleanFileName } from "../../pdf/clean-file-name.ts";
import { completeIfOver } from "../bookings/complete-booking.ts";
import { getOwnBooking } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { isOver } from "../bookings/rules.ts";
import { creditEarning } from "../earnings/credit-earning.ts";
import { discardFile } from "../files/discard-file.ts";
import { heldSentence, mustBeHeld } from "../files/scan-file.ts";
import { scanFeedbackFile } from "./job-definitions.ts";
import { checkHeld } from "./rules.ts";
import { findFeedbackFile, insertFeedbackFile } from "./store.ts";

const notHeld = "You can upload feedback once the interview is completed.";

/** The booking that this interviewer may upload a file for. Throws `not_found`, `conflict` or `already_given`: asked before anything is read. */
export async function getBookingToReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
): Promise<BookingRecord> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  if (booking.interviewerId !== actor.userId) {
    throw new AppError("forbidden", { msg: "Only the interviewer uploads feedback." });
  }
  checkHeld(isOver(booking, deps.clock.now()) ? "completed" : booking.status, notHeld);
  if ((await findFeedbackFile(deps.database, booking.id)) !== undefined) {
    throw new AppError("already_given", { msg: "A feedback file was already uploaded for this interview." });
  }
  return booking;
}

/**
 * Keeps the mentor's PDF of a completed interview, once, and credits what the interview earned, or while the virus scanner is
 * away has that done once the file is found clean.
 * The file is durable before the row that names it: a crash in between leaves a file that nothing points at, never a
 * row without its file. Throws `unsupported_media_type` for anything but a readable PDF, `unavailable`
 * when the storage is away.
 */
export async function uploadFeedbackFile(
  deps: Deps,
  booking: BookingRecord,
  sent: SentFile,
): Promise<{ feedbackFileUrl: string; msg: string }> {
  await checkPdf(sent);
  const isHeld = await mustBeHeld(deps, sent.content);
  const now = deps.clock.now();
  const storageKey = `feedback/${newId()}.pdf`;
  await deps.storage.put(storageKey, sent.content, "application/pdf").catch((cause: unknown) => {
    throw new AppError("unavailable", {
      msg: "❌ Failed to upload feedback file.",
      retryAfterSeconds: 30,
      cause,
    });
  });
  try {
    await inTransaction(deps.database, async (tx) => {
      const sharePercent = deps.config.interviewerSharePercent;
      checkHeld(await completeIfOver(tx, booking, { sharePercent, now }), notHeld);
      await insertFeedbackFile(tx, {
        bookingId: booking.id,
        storageKey,
        fileName: cleanFileName(sent.fileName, "feedback"),
        sizeBytes: sent.content.length,
        uploadedAt: now,
        heldAt: isHeld ? now : null,
      });
      if (isHeld) await deps.jobs.send(tx, scanFeedbackFile, { storageKey });
      else await creditEarning(tx, booking.id, now);
    });
  } catch (error) {
    // When it is not known whether the commit arrived, the row may stand: only a file that nothing names is removed.
    const standing = await findFeedbackFile(deps.database, booking.id);
    if (standing?.storageKey !== storageKey) await discardFile(deps, storageKey);
    throw error;
  }
  return {
    feedbackFileUrl: `/api/interviewer/feedback-file/${booking.id}`,
    msg: `✅ Feedback file uploaded successfully!${isHeld ? ` ${heldSentence}` : ""}`,
  };
}
