import {
  type BookingStatus,
  type Party,
  parties,
  type UnclearInterview,
} from "@greenroom/contract/schedule/bookings.ts";
import type { Tx } from "../../kernel/db/database.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { returnCredit } from "../../money/credits/credits.ts";
import { creditEarning, recordEarning, voidEarning } from "../../money/earnings/earnings.ts";
import type { PayoutState } from "../../money/payouts/rules.ts";
import { releaseSlot } from "../availability/slots.ts";
import { releaseHostedMeeting } from "../meetings/hosts.ts";
import { findBooking, findUnclear, notPendingError } from "./find-booking.ts";
import { mailCancellation } from "./mails.ts";
import { mailOutcome } from "./outcome-mails.ts";
import { type BookingRecord, isOver, noShowStatusOf, wasHeldByRecord } from "./rules.ts";
import {
  dismissPendingReports,
  getInterviewEvidence,
  markCanceled,
  markCompleted,
  markNoShow,
  setUnclearOutcome,
} from "./store.ts";

type CompletionDeps = Pick<Deps, "config" | "facts">;

/** Throws `conflict` unless the interview took place. */
export function checkCompleted(status: BookingStatus, msg: string): void {
  if (status !== "completed") throw new AppError("conflict", { msg });
}

/**
 * Completes a pending booking once: records its earning, and tells the areas above. Returns false if it was no longer
 * pending.
 */
export async function completeBooking(
  { config, facts }: CompletionDeps,
  tx: Tx,
  booking: BookingRecord,
  now: Date,
  /** What became of an interview that the record had left unclear. */
  outcome: NonNullable<UnclearInterview["outcome"]> = "took-place",
): Promise<boolean> {
  if (!(await markCompleted(tx, booking.id, now))) return false;
  const { id: bookingId, interviewerId } = booking;
  await setUnclearOutcome(tx, bookingId, outcome, now);
  await recordEarning(tx, { sharePercent: config.interviewerSharePercent, now, bookingId, interviewerId });
  await facts.bookingCompleted(tx, bookingId);
  return true;
}

/**
 * Completes the booking if its end has passed and the record shows that it took place, instead of waiting for the job
 * that runs every minute. Returns the status afterwards.
 */
export async function completeIfHeld(
  deps: CompletionDeps & Pick<Deps, "meetings">,
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
  await markNoShow(tx, bookingId, noShowStatusOf(accused));
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
