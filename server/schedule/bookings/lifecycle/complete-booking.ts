import type { BookingStatus, UnclearInterview } from "@greenroom/contract/schedule/bookings.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { recordEarning } from "../../../money/earnings/record-earning.ts";
import { findBooking } from "../find-booking.ts";
import { type BookingRecord, isOver, wasHeldByRecord } from "../rules.ts";
import { getInterviewEvidence, markCompleted } from "../store.ts";
import { setUnclearOutcome } from "../unclear/unclear-store.ts";

type CompletionDeps = Pick<Deps, "config" | "facts">;

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
