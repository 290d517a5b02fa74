import { inTransaction } from "../../../db/transaction.ts";
import type { Deps } from "../../../deps.ts";
import { mailFeedbackReminder } from "../job-definitions.ts";
import { feedbackReminderMinutes } from "../rules.ts";
import { markDueFeedbackReminders } from "./deadline-store.ts";

/** Bookings per transaction. */
const batchSize = 50;

/** Enqueues a mail to each interviewer whose feedback is missing and due for a reminder. Returns how many. */
export async function enqueueFeedbackReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const { deadlineHours } = deps.config.feedback;
  let count = 0;
  // The later reminder first, so that after an outage nobody is reminded twice within a minute.
  for (const { kind, from, until } of feedbackReminderMinutes(deadlineHours)) {
    for (let batch = batchSize; batch === batchSize; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const due = await markDueFeedbackReminders(tx, { kind, from, until }, { now, limit: batchSize });
        for (const bookingId of due) await deps.jobs.enqueue(tx, mailFeedbackReminder, { bookingId });
        return due.length;
      });
    }
  }
  return count;
}
