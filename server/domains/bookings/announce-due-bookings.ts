import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import { type DueJob, dueJob } from "../../jobs/job.ts";
import { makeMeeting } from "../meetings/job-definitions.ts";
import { mailConfirmation } from "./job-definitions.ts";
import { hearNudge, nudgeAnnouncer } from "./nudge-announcer.ts";
import { takeUnannounced } from "./store.ts";

/** Bookings a run: after a rush the rest waits for the next run, so that announcing never crowds booking out. */
const batchSize = 20;

/**
 * Deals out what follows each booking that was not announced yet: its meeting, and a mail to either party. Each is a job
 * of its own: a meeting provider that is away holds no mail up, and no mail is sent twice for another's sake.
 */
export async function announceDueBookings(deps: Deps): Promise<void> {
  hearNudge(deps);
  const count = await inTransaction(deps.database, async (tx) => {
    const bookingIds = await takeUnannounced(tx, deps.clock.now(), batchSize);
    await deps.jobs.sendAll(tx, bookingIds.flatMap(announcementsOf));
    return bookingIds.length;
  });
  if (count === batchSize) await nudgeAnnouncer(deps);
}

function announcementsOf(bookingId: string): DueJob[] {
  return [
    dueJob(makeMeeting, { bookingId }),
    dueJob(mailConfirmation, { bookingId, to: "interviewee" }),
    dueJob(mailConfirmation, { bookingId, to: "interviewer" }),
  ];
}
