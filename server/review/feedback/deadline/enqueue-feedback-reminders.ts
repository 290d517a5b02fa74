import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { mailFeedbackReminder } from "../job-definitions.ts";
import { feedbackReminderMinutes } from "../rules.ts";
import { markDueFeedbackReminders } from "./deadline-store.ts";

/** Bookings per transaction. */
const batchSize = 50;

/**
 * Enqueues a mail to the interviewer of each interview whose feedback is missing and whose reminder is due.
 * Returns how many mails. Several servers may run this at once.
 */
export async function enqueueFeedbackReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const { deadlineHours } = deps.config.feedback;
  let count = 0;
  // Their times do not overlap, so a run enqueues at most one reminder for each interview.
  for (const reminder of feedbackReminderMinutes(deadlineHours)) {
    for (let batch = batchSize; batch === batchSize; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const due = await markDueFeedbackReminders(tx, reminder, { now, limit: batchSize });
        for (const bookingId of due) await deps.jobs.enqueue(tx, mailFeedbackReminder, { bookingId });
        return due.length;
      });
    }
  }
  return count;
}
