import { addMinutes } from "@greenroom/contract/time.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { takeDueReminders } from "./course-store.ts";
import { mailReminder } from "./job-definitions.ts";

/** How many hours before the start a session is reminded of. */
const reminders = [24, 1] as const;
/** Sessions a transaction. */
const batchSize = 50;

/**
 * Deals out a mail to either party for each session whose reminder is due; answers for how many. After an outage a
 * reminder is caught up with until the next one is due. Several servers may do so at once.
 */
export async function dealOutReminders(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let count = 0;
  for (const [index, hoursBefore] of reminders.entries()) {
    const window = {
      hoursBefore,
      from: addMinutes(now, 60 * (reminders[index + 1] ?? 0)),
      until: addMinutes(now, 60 * hoursBefore),
    };
    for (let batch = batchSize; batch === batchSize; count += batch) {
      batch = await inTransaction(deps.database, async (tx) => {
        const due = await takeDueReminders(tx, window, { now, limit: batchSize });
        for (const { bookingId, startsAt } of due) {
          const payload = { bookingId, hoursBefore, startsAt: startsAt.toISOString() };
          await deps.jobs.send(tx, mailReminder, { ...payload, to: "interviewee" });
          await deps.jobs.send(tx, mailReminder, { ...payload, to: "interviewer" });
        }
        return due.length;
      });
    }
  }
  return count;
}
