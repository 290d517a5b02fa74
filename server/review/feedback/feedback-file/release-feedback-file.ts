import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { discardFile } from "../../../people/files/discard-file.ts";
import { mailInfectedFile } from "../../../people/files/job-definitions.ts";
import { scanStoredFile } from "../../../people/files/scan-file.ts";
import { findBooking } from "../../../schedule/bookings/find-booking.ts";
import { deleteHeldFile, releaseHeldFile } from "../store.ts";
import { announceFeedback } from "./announce-feedback.ts";

/**
 * Scans a mentor's PDF that was held back. Releases it and credits the interview's earning, or deletes it and tells
 * the interviewer, who can then upload another.
 */
export async function releaseFeedbackFile(deps: Deps, { storageKey }: { storageKey: string }): Promise<void> {
  const result = await scanStoredFile(deps, storageKey);
  if (result === null) return;
  await inTransaction(deps.database, async (tx) => {
    if (result.kind === "clean") {
      const bookingId = await releaseHeldFile(tx, storageKey);
      if (bookingId !== undefined) await announceFeedback(deps, tx, bookingId);
      return;
    }
    const file = await deleteHeldFile(tx, storageKey);
    if (file === undefined) return;
    const booking = await findBooking(tx, file.bookingId);
    if (booking === null) return;
    const { fileName } = file;
    await deps.jobs.enqueue(tx, mailInfectedFile, {
      userId: booking.interviewerId,
      fileName,
      found: result.name,
    });
  });
  if (result.kind === "infected") await discardFile(deps, storageKey);
}
