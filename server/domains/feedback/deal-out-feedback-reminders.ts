import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { takeDueFeedbackReminders } from "./deadline-store.ts";
import { mailFeedbackReminder } from "./job-definitions.ts";
import { feedbackReminderMinutes } from "./rules.ts";

/** Bookings a transaction. */
const batchSize = 50;

/** Deals out a mail to each interviewer whose feedback is still to come and due to be asked for; answers how many. */
export async function dealOutFeedbackReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const { deadlineHours } = deps.config.feedback;
  let count = 0;
  // The later one first: after an outage nobody is asked twice in one minute.
  for (const { kind, from, until } of feedbackReminderMinutes(deadlineHours)) {
    for (let batch = batchSize; batch === batchSize; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const due = await takeDueFeedbackReminders(tx, { kind, from, until }, { now, limit: batchSize });
        for (const bookingId of due) await deps.jobs.send(tx, mailFeedbackReminder, { bookingId });
        return due.length;
      });
    }
  }
  return count;
}
