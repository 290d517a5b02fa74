import { type InterviewDecision, parties } from "@greenroom/contract/schedule/bookings.ts";
import { type AuditActor, recordAudit } from "../../../kernel/audit/record-audit.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { lockSubjects } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import type { PayoutState } from "../../../money/payouts/rules.ts";
import { findBooking } from "../find-booking.ts";
import { mailDecision } from "../job-definitions.ts";
import { completeBooking } from "../lifecycle/complete-booking.ts";
import { decideReports, findReports, markBothCame } from "../lifecycle/lifecycle-store.ts";
import { type BookingRecord, isOver, noShowStatusOf } from "../rules.ts";
import { findUnclear, type UnclearRow } from "../unclear/unclear-store.ts";
import { returnSession } from "../unclear.ts";
import { applyNoShow } from "./apply-no-show.ts";

interface Decision {
  bookingId: string;
  outcome: InterviewDecision;
  /** Shown to both parties. */
  reason: string;
  actor: AuditActor;
}

/**
 * Decides what became of an interview that a party disputes, or that the record leaves unclear. Session and money follow,
 * and every report that waits is upheld or rejected by it. Both are told by mail. `wasPaid` is true if the interviewer
 * loses an earning that was already paid out: it is deducted from their next payout. Throws `not_found` without such a
 * booking, and `conflict` if nothing waits, or if the outcome is not possible.
 */
export async function decideInTransaction(
  deps: Deps,
  tx: Tx,
  decision: Decision,
): Promise<{ wasPaid: boolean }> {
  const { bookingId, outcome, reason, actor } = decision;
  const now = deps.clock.now();
  const planned = await planDecision(tx, decision);
  await decideReports(tx, bookingId, { absent: absentParty(outcome), now });
  const payoutState = await applyDecision(deps, tx, { ...planned, outcome, now });
  for (const to of parties) {
    await deps.jobs.enqueue(tx, mailDecision, { bookingId, to, outcome, reason, payoutState });
  }
  const wasPaid = payoutState === "paid";
  await recordAudit(tx, {
    actor,
    action: "booking.no-show-decided",
    subject: `booking:${bookingId}`,
    details: { outcome, reason, ...(wasPaid ? { wasPaid } : {}) },
    now,
  });
  return { wasPaid };
}

interface Planned {
  booking: BookingRecord;
  /** Null unless the record leaves it unclear and nobody has answered. */
  unclear: UnclearRow | null;
}

/** Locks the booking that a decision is about. Throws like `decideInTransaction`. */
export async function planDecision(
  tx: Tx,
  { bookingId, outcome }: Pick<Decision, "bookingId" | "outcome">,
): Promise<Planned> {
  const found = await findBooking(tx, bookingId);
  if (found === null) throw new AppError("not_found", { msg: `There is no booking ${bookingId}.` });
  await lockSubjects(tx, [found.intervieweeId, found.interviewerId]);
  const booking = (await findBooking(tx, bookingId)) ?? found;
  const waitsForAnswer = booking.status === "pending" ? await findUnclear(tx, bookingId) : null;
  const unclear = waitsForAnswer?.outcome === null ? waitsForAnswer : null;
  const reports = await findReports(tx, bookingId);
  if (unclear === null && !reports.some(({ outcome: reported }) => reported === "pending")) {
    throw new AppError("conflict", {
      msg: "Nothing about this interview waits for a decision. Nothing was changed.",
    });
  }
  checkPossible(booking, unclear, outcome);
  return { booking, unclear };
}

/** A session is either available, reserved by a booking, or earned on. A returned one cannot pay the interviewer. */
function checkPossible(
  { status }: BookingRecord,
  unclear: UnclearRow | null,
  outcome: InterviewDecision,
): void {
  if (outcome === "interviewee-absent" && status === noShowStatusOf("interviewer")) {
    throw new AppError("conflict", {
      msg: "The session of this interview was already returned, so it cannot pay the interviewer. Choose another outcome.",
    });
  }
  if (outcome === "session-returned" && unclear === null) {
    throw new AppError("conflict", {
      msg: "Only the session of an interview that the record leaves unclear can be returned. Choose another outcome.",
    });
  }
}

async function applyDecision(
  deps: Deps,
  tx: Tx,
  { booking, unclear, outcome, now }: Planned & { outcome: InterviewDecision; now: Date },
): Promise<PayoutState> {
  const absent = absentParty(outcome);
  if (absent !== null) return await applyNoShow(deps, tx, booking, absent, now);
  if (outcome === "session-returned") {
    await returnSession(deps, tx, booking, { by: "operator", now, isSilent: true });
  } else if (unclear !== null || isOver(booking, now)) {
    await completeBooking(deps, tx, booking, now);
  } else {
    // One that is still going on is settled after its end by the room's record.
    await markBothCame(tx, booking, now);
  }
  return "unpaid";
}

/** The party whom an outcome finds absent. */
export function absentParty(outcome: InterviewDecision): "interviewee" | "interviewer" | null {
  if (outcome === "interviewee-absent") return "interviewee";
  return outcome === "interviewer-absent" ? "interviewer" : null;
}
