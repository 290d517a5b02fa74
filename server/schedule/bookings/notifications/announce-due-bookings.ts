import { parties } from "@greenroom/contract/schedule/bookings.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { createRoomMeetings } from "../../meetings/create-meeting.ts";
import { makeMeeting } from "../../meetings/job-definitions.ts";
import { mailConfirmation } from "../job-definitions.ts";
import { markAnnounced } from "../store.ts";
import { markAnnouncerStarted, notifyAnnouncer } from "./notify-announcer.ts";

/**
 * Bookings per transaction, and transactions per run. A run ends long before its job would be given to another
 * worker.
 */
const batchSize = 100;
const maxBatches = 50;

/**
 * Enqueues the meeting and both mails of each booking that is not announced yet. Each is a job of its own, so that
 * an unavailable meeting provider does not delay a mail, and a retry of one mail does not repeat the other. A
 * meeting in our own room needs no provider, so it is created here, before the mails that link to it.
 */
export async function announceDueBookings(deps: Deps): Promise<void> {
  markAnnouncerStarted(deps);
  for (let batches = 0; batches < maxBatches; batches += 1) {
    if ((await announceBatch(deps)) < batchSize) return;
  }
  await notifyAnnouncer(deps);
}

async function announceBatch(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const isRoom = deps.meetings.hosted === null;
  return await inTransaction(deps.database, async (tx) => {
    const bookingIds = await markAnnounced(tx, now, batchSize);
    if (isRoom) await createRoomMeetings(deps, tx, bookingIds);
    else
      await deps.jobs.enqueueAll(
        tx,
        makeMeeting,
        bookingIds.map((bookingId) => ({ bookingId })),
      );
    const mails = bookingIds.flatMap((bookingId) => parties.map((to) => ({ bookingId, to })));
    await deps.jobs.enqueueAll(tx, mailConfirmation, mails);
    return bookingIds.length;
  });
}
