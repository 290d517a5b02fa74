import {
  type BookingStatus,
  type Party,
  parties,
  type UnclearInterview,
} from "@greenroom/contract/schedule/bookings.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { returnCredit } from "../../money/credits/credits.ts";
import { creditEarning, recordEarning, voidEarning } from "../../money/earnings/earnings.ts";
import type { PayoutState } from "../../money/payouts/rules.ts";
import { releaseSlot } from "../availability/slots.ts";
import { offerToWaiting } from "../holds/offers.ts";
import { releaseHostedMeeting } from "../meetings/hosts.ts";
import { findBooking, findUnclear, lockParties, notPendingError, type selectDue } from "./find-booking.ts";
import { mailCancellation } from "./mails.ts";
import { mailOutcome } from "./outcome-mails.ts";
import { type BookingRecord, isOver, noShowStatusOf, wasHeldByRecord } from "./rules.ts";
import { decideReports, getInterviewEvidence, updatePending, updateUnclear } from "./store.ts";

/** Throws `conflict` unless the interview took place. */
export function checkCompleted(status: BookingStatus, msg: string): void {
  if (status !== "completed") throw conflict(msg);
}

/**
 * Completes a pending booking once: records its earning, and tells the areas above. Returns false if it was no longer
 * pending.
 */
export async function completeBooking(
  { config, facts }: Pick<Deps, "config" | "facts">,
  tx: Tx,
  booking: BookingRecord,
  now: Date,
  /** What became of an interview that the record had left unclear. */
  outcome: NonNullable<UnclearInterview["outcome"]> = "took-place",
): Promise<boolean> {
  if (!(await updatePending(tx, booking.id, { status: "completed", completedAt: now }))) return false;
  const { id: bookingId, interviewerId } = booking;
  await updateUnclear(tx, bookingId, { outcome, decidedAt: now });
  await recordEarning(tx, { sharePercent: config.interviewerSharePercent, now, bookingId, interviewerId });
  await facts.bookingCompleted(tx, bookingId);
  return true;
}

/**
 * Completes the booking if its end has passed and the record shows that it took place, instead of waiting for the job
 * that runs every minute. Returns the status afterwards.
 */
export async function completeIfHeld(
  deps: Pick<Deps, "config" | "facts" | "meetings">,
  tx: Tx,
  booking: BookingRecord,
  now: Date,
): Promise<BookingStatus> {
  if (!isOver(booking, now)) return booking.status;
  const evidence = await getInterviewEvidence(deps, tx, booking.id);
  if (evidence.isUnclear || !wasHeldByRecord(evidence, deps.config.minTogetherMinutes))
    return evidence.status;
  if (await completeBooking(deps, tx, booking, now)) return "completed";
  return (await findBooking(tx, booking.id))?.status ?? booking.status;
}

interface CancellationTerms {
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
  { by, forfeits, returnReason, now }: CancellationTerms,
): Promise<void> {
  const bookingId = booking.id;
  const isCanceled = await updatePending(tx, bookingId, {
    status: "cancelled",
    cancelledAt: now,
    cancelledBy: by,
    sessionForfeited: forfeits,
    inviteSequence: booking.inviteSequence + 1,
  });
  if (!isCanceled) throw notPendingError({ status: "completed" });
  // Only a free cancellation by the interviewee offers the slot again. If the interviewer or we cancel, or the
  // interviewee cancels late, the slot is removed.
  const isOfferedAgain = by === "interviewee" && !forfeits && booking.startsAt > now;
  await releaseSlot(tx, booking.slotId, { becomes: isOfferedAgain ? "available" : "removed", now });
  if (isOfferedAgain)
    await offerToWaiting(deps, tx, { slotId: booking.slotId, leftBy: booking.intervieweeId });
  await releaseHostedMeeting(deps, tx, bookingId);
  if (forfeits) {
    const sharePercent = deps.config.interviewerSharePercent;
    await recordEarning(tx, { bookingId, interviewerId: booking.interviewerId, sharePercent, now });
    await creditEarning(tx, bookingId, now);
  } else {
    const reason = returnReason ?? ledgerReasons[by];
    await returnCredit(tx, { userId: booking.intervieweeId, bookingId, reason, now });
    await updateUnclear(tx, bookingId, { outcome: "session-returned", decidedAt: now });
    // Nothing is left to decide about, and a returned session cannot pay the interviewer.
    await decideReports(tx, bookingId, null, now);
  }
  await deps.facts.bookingChanged(tx, bookingId);
  if (returnReason !== undefined) return;
  for (const to of parties) await deps.jobs.enqueue(tx, mailCancellation, { bookingId, to });
}

/**
 * Marks one party as absent and settles the booking. If the interviewer was absent, the credit is returned and
 * nothing is paid. If the interviewee was absent, the interviewer is paid at once, because no feedback will follow.
 * Returns the state of an earning that is taken back. The caller holds both parties' locks.
 */
export async function applyNoShow(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  accused: Party,
  now: Date,
): Promise<PayoutState> {
  const { id: bookingId, intervieweeId } = booking;
  // Completing first ensures that an earning exists, whether the booking was pending, completed, or marked as the
  // other party's no-show.
  await completeBooking(deps, tx, booking, now, "missed");
  await tx
    .updateTable("bookings")
    .set({ status: noShowStatusOf(accused) })
    .where("id", "=", bookingId)
    .where("status", "<>", "cancelled")
    .execute();
  await deps.facts.bookingChanged(tx, bookingId);
  if (accused === "interviewer") {
    const reason = "The interviewer did not attend";
    await returnCredit(tx, { userId: intervieweeId, bookingId, reason, now });
    return (await voidEarning(tx, { bookingId, reason, now }))?.payoutState ?? "unpaid";
  }
  await creditEarning(tx, bookingId, now);
  return "unpaid";
}

interface SessionReturn {
  by: Party | "operator";
  now: Date;
  /** Whether other mails tell both parties. */
  isSilent?: boolean;
}

/**
 * Returns the session of an unclear interview and pays nothing. It counts as canceled, so neither party has missed it.
 * The caller holds both parties' locks.
 */
export async function returnSession(
  deps: Deps,
  tx: Tx,
  booking: BookingRecord,
  { by, now, isSilent = false }: SessionReturn,
): Promise<void> {
  const unclear = await findUnclear(tx, booking.id);
  const returnReason =
    unclear?.found === "ended-early" ? "The interview ended too early" : "The interview did not take place";
  await performCancellation(deps, tx, booking, { by, forfeits: false, returnReason, now });
  if (isSilent) return;
  for (const to of parties) {
    await deps.jobs.enqueue(tx, mailOutcome, { bookingId: booking.id, to, about: "session-returned" });
  }
}

/** Bookings per transaction: few enough that little is repeated after a crash. */
const batchSize = 50;

/**
 * Settles in batches, each under its people's locks, until `select` finds none. Several servers may run it at once.
 * Returns how many were settled.
 */
export async function settleAll(
  deps: Deps,
  select: (database: Database | Tx) => ReturnType<typeof selectDue>,
  settle: (tx: Tx, booking: BookingRecord) => Promise<void>,
): Promise<number> {
  for (let count = 0; ; ) {
    const found = await select(deps.database).limit(batchSize).execute();
    if (found.length === 0) return count;
    count += await inTransaction(deps.database, async (tx) => {
      await lockParties(tx, found);
      const ids = found.map(({ id }) => id);
      // Meanwhile some may have been settled, answered or moved.
      const due = await select(tx).where("id", "in", ids).execute();
      for (const booking of due) await settle(tx, booking);
      return due.length;
    });
  }
}
