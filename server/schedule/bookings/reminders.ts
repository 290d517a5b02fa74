import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { mailReminder } from "./job-definitions.ts";
import { markDueReminders } from "./lifecycle/lifecycle-store.ts";

/** Reminders are due this many hours before the start. */
const reminderHours = [24, 1] as const;
/** Interviews per transaction. */
const batchSize = 50;

/**
 * Enqueues a mail to both parties of each interview whose reminder is due. Returns how many interviews. After an
 * outage, a missed reminder is still sent until the next one is due. Several servers may run this at once.
 */
export async function enqueueReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (const [index, hoursBefore] of reminderHours.entries()) {
    const window = {
      hoursBefore,
      from: addMinutes(now, 60 * (reminderHours[index + 1] ?? 0)),
      until: addMinutes(now, 60 * hoursBefore),
    };
    for (let batch = batchSize; batch === batchSize; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const due = await markDueReminders(tx, window, { now, limit: batchSize });
        for (const { bookingId, startsAt } of due) {
          const payload = { bookingId, hoursBefore, startsAt: startsAt.toISOString() };
          await deps.jobs.enqueue(tx, mailReminder, { ...payload, to: "interviewee" });
          await deps.jobs.enqueue(tx, mailReminder, { ...payload, to: "interviewer" });
        }
        return due.length;
      });
    }
  }
  return count;
}
