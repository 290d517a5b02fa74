import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { returnCredit } from "../../money/credits/return-credit.ts";
import { creditEarning } from "../../money/earnings/earning-status.ts";
import { recordEarning } from "../../money/earnings/record-earning.ts";
import { releaseSlot } from "../availability/release-slot.ts";
import { releaseHostedMeeting } from "../meetings/hosts/release-hosted-meeting.ts";
import { mailCancellation } from "./job-definitions.ts";
import { dismissPendingReports, markCanceled } from "./lifecycle/lifecycle-store.ts";
import { notPendingError } from "./lifecycle/lock-booking.ts";
import type { BookingRecord } from "./rules.ts";
import { setUnclearOutcome } from "./unclear/unclear-store.ts";

interface CancellationInput {
  by: NonNullable<BookingRecord["cancelledBy"]>;
  /**
   * Too late to be free: the credit stays spent and the interviewer is paid at once, because no feedback will
   * follow.
   */
  forfeits: boolean;
  /** Why the credit is returned, for the ledger, if it differs from the usual one. Its own mails then tell the parties. */
  returnReason?: string;
  now: Date;
}

const ledgerReasons = {
  interviewee: "Interview canceled in time",
  interviewer: "The interviewer canceled",
  operator: "Interview canceled by us",
} as const;

/**
 * Cancels a pending booking with its slot, meeting, credit, earning and mails. The caller holds both parties' locks
 * and clears the cache of slots after the commit. Throws `conflict` if it was completed meanwhile.
 */
export async function performCancellation(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { by, forfeits, returnReason, now }: CancellationInput,
): Promise<void> {
  const bookingId = booking.id;
  if (!(await markCanceled(tx, bookingId, { by, forfeits, now })))
    throw notPendingError({ status: "completed" });
  // Only a free cancellation by the interviewee offers the slot again. If the interviewer or we cancel, or the
  // interviewee cancels late, the slot is removed.
  const isOfferedAgain = by === "interviewee" && !forfeits && booking.startsAt > now;
  await releaseSlot(tx, booking.slotId, { becomes: isOfferedAgain ? "available" : "removed", now });
  await releaseHostedMeeting(deps, tx, bookingId);
  if (forfeits) {
    const sharePercent = deps.config.interviewerSharePercent;
    await recordEarning(tx, { bookingId, interviewerId: booking.interviewerId, sharePercent, now });
    await creditEarning(tx, bookingId, now);
  } else {
    const reason = returnReason ?? ledgerReasons[by];
    await returnCredit(tx, { userId: booking.intervieweeId, bookingId, reason, now });
    await setUnclearOutcome(tx, bookingId, "session-returned", now);
    // Nothing is left to decide about, and a returned session cannot pay the interviewer.
    await dismissPendingReports(tx, bookingId, now);
  }
  await deps.facts.bookingChanged(tx, bookingId);
  if (returnReason !== undefined) return;
  await deps.jobs.enqueue(tx, mailCancellation, { bookingId, to: "interviewee" });
  await deps.jobs.enqueue(tx, mailCancellation, { bookingId, to: "interviewer" });
}
