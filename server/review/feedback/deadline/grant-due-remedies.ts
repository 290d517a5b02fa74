import { addMinutes } from "@greenroom/contract/kernel/time.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { grantCredits } from "../../../money/credits/grant-credits.ts";
import { isDeletedWhenLocked } from "../../../people/accounts/lock-account.ts";
import { mailRemedy } from "../job-definitions.ts";
import {
  expectNoRemedy,
  hasHadRemedy,
  insertRemedy,
  type LateFeedback,
  lockIfLate,
  selectLateFeedback,
  stopAwaiting,
} from "./deadline-store.ts";

/** Bookings per run; the rest wait for the next minute. */
const batchSize = 100;

/**
 * Gives each interviewee whose mentor's feedback is late the configured remedy as a ledger entry: once for a booking,
 * and once for a session, so that an interview booked with a remedy earns no other one. The earning still waits for the feedback. An interviewee who deleted their account gets none. Returns how many were given. Several servers may run this at once.
 */
export async function grantDueRemedies(deps: Deps): Promise<number> {
  const { deadlineHours, remedySessions } = deps.config.feedback;
  if (remedySessions === 0) return 0;
  const endedBy = addMinutes(deps.clock.now(), -60 * deadlineHours);
  const late = await selectLateFeedback(deps.database, { endedBy, limit: batchSize });
  let count = 0;
  for (const booking of late) if (await grantRemedy(deps, booking, remedySessions)) count += 1;
  return count;
}

async function grantRemedy(
  deps: Deps,
  { bookingId, intervieweeId }: LateFeedback,
  sessions: number,
): Promise<boolean> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const isDeleted = await isDeletedWhenLocked(tx, intervieweeId);
    if (!(await lockIfLate(tx, bookingId))) return false;
    if (isDeleted) {
      await stopAwaiting(tx, bookingId);
      return false;
    }
    if (await hasHadRemedy(tx, bookingId)) {
      await expectNoRemedy(tx, bookingId);
      return false;
    }
    const { lotId } = await grantCredits(tx, {
      source: "remedy",
      userId: intervieweeId,
      sessions,
      // The platform pays for it: the price of an interview booked with this credit counts as zero.
      pricePaise: 0,
      reason: "Your mentor's feedback was late",
      now,
    });
    await insertRemedy(tx, { bookingId, lotId, grantedAt: now });
    await deps.jobs.enqueue(tx, mailRemedy, { bookingId, to: "interviewee" });
    await deps.jobs.enqueue(tx, mailRemedy, { bookingId, to: "interviewer" });
    return true;
  });
}
