import {
  type BookingStatus,
  type InterviewDecision,
  type NoShowReport,
  type Party,
  parties,
} from "@greenroom/contract/schedule/bookings.ts";
import { sql } from "kysely";
import type { Actor } from "../../kernel/actor.ts";
import { type AuditActor, recordAudit } from "../../kernel/audit.ts";
import type { Database, Tx } from "../../kernel/db/database.ts";
import type { Waiting, WaitingFilter } from "../../kernel/db/read-lists.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { conflict } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import type { PayoutState } from "../../money/payouts/rules.ts";
import { findAttendance } from "./attendance.ts";
import { findUnclear, getBooking, lockOwnBooking, lockParties, type UnclearRow } from "./find-booking.ts";
import { mailDecision, mailNoShow } from "./outcome-mails.ts";
import {
  allowsReport,
  type BookingRecord,
  decideByRecord,
  isOver,
  mayReportNoShow,
  noShowStatusOf,
  otherParty,
  partyOf,
  tookPlace,
  wasEndedByHand,
} from "./rules.ts";
import { applyNoShow, completeBooking, returnSession } from "./settle.ts";
import { decideReports, findReports, getInterviewEvidence, upholdReports } from "./store.ts";

const outcomeByDecision = { upheld: "upheld", "neither-came": "dismissed", pending: "pending" } as const;

interface ReportResult {
  msg: string;
  tone: "good" | "wait";
  status: BookingStatus;
  report: NoShowReport;
}

/**
 * Reports that the other party of the actor's booking did not come. The record decides at once, unless it
 * contradicts the report: then the report waits for the operator and nothing changes. Throws `not_found`, and
 * `conflict` outside the reporting time, for a booking that was canceled or took place, or for a second report.
 */
export async function reportNoShow(deps: Deps, actor: Actor, bookingId: string): Promise<ReportResult> {
  const now = deps.clock.now();
  return await inTransaction(deps.database, async (tx) => {
    const booking = await lockOwnBooking(tx, actor, bookingId);
    const reporter = partyOf(booking, actor);
    const accused = otherParty(reporter);
    const reportedBy = (await findReports(tx, booking.id)).map(({ by }) => by);
    if (!mayReportNoShow(booking, reporter, reportedBy, now))
      throw conflict(
        "A no-show can be reported once, from 10 minutes after the start until 24 hours after the end.",
      );
    if (!allowsReport(await findUnclear(tx, booking.id)))
      throw conflict(
        "Both of you are asked whether this interview took place, so a no-show can't be reported.",
      );
    const evidence = await getInterviewEvidence(deps, tx, booking.id);
    if (tookPlace(reporter, evidence))
      throw conflict(
        "This interview took place, so a no-show can't be reported. If something went wrong, please write to us.",
      );
    const record = await findAttendance(tx, booking);
    const decision = decideByRecord(accused, {
      ...evidence,
      wasConfirmed: evidence.hasFeedback || evidence.hasFeedbackFile || wasEndedByHand(evidence),
      accusedCame: record[accused].some(
        ({ enteredAt, lastSeenAt }) =>
          new Date(lastSeenAt) >= booking.startsAt && new Date(enteredAt) < booking.endsAt,
      ),
    });
    const outcome = outcomeByDecision[decision];
    const decidedAt = decision === "pending" ? null : now;
    const report = { record: JSON.stringify(record), outcome, reportedAt: now, decidedAt };
    await tx
      .insertInto("noShowReports")
      .values({ id: newId(), bookingId, reportedBy: reporter, ...report })
      .execute();
    // If neither party came, the interviewer counts as absent: the credit is returned and nothing is paid.
    const missing = decision === "neither-came" ? "interviewer" : accused;
    if (decision !== "pending") {
      await applyNoShow(deps, tx, booking, missing, now);
      await upholdReports(tx, booking.id, missing, now);
    }
    for (const to of ["interviewee", "interviewer", "operator"] as const) {
      await deps.jobs.enqueue(tx, mailNoShow, { bookingId, reportedBy: reporter, to });
    }
    return {
      msg: describeDecision(decision, accused),
      tone: decision === "pending" || decision === "neither-came" ? "wait" : "good",
      status: decision === "pending" ? booking.status : noShowStatusOf(missing),
      report: { by: reporter, outcome, reportedAt: now.toISOString(), record },
    };
  });
}

function describeDecision(decision: keyof typeof outcomeByDecision, accused: Party): string {
  if (decision === "neither-came")
    return "Neither of you was in the room, so nothing is paid and the session is returned.";
  if (decision === "pending")
    return "We have your report. The room's record alone doesn't settle it, so our team will look into it and write to you.";
  return accused === "interviewer"
    ? "✅ Your session has been returned. We're sorry that your interviewer did not attend."
    : "✅ Thank you for waiting. You are paid for the interview as booked.";
}

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
  const { booking, unclear } = await planDecision(tx, decision);
  const absent = absentParty(outcome);
  await decideReports(tx, bookingId, absent, now);
  let payoutState: PayoutState = "unpaid";
  if (absent !== null) payoutState = await applyNoShow(deps, tx, booking, absent, now);
  else if (outcome === "session-returned")
    await returnSession(deps, tx, booking, { by: "operator", now, isSilent: true });
  else if (unclear !== null || isOver(booking, now)) await completeBooking(deps, tx, booking, now);
  // One that is still going on is settled after its end by the room's record.
  else await markBothCame(tx, booking, now);
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
  await lockParties(tx, [await getBooking(tx, bookingId)]);
  const booking = await getBooking(tx, bookingId);
  const waitsForAnswer = booking.status === "pending" ? await findUnclear(tx, bookingId) : null;
  const unclear = waitsForAnswer?.outcome === null ? waitsForAnswer : null;
  const reports = await findReports(tx, bookingId);
  if (unclear === null && !reports.some(({ outcome: reported }) => reported === "pending"))
    throw conflict("Nothing about this interview waits for a decision. Nothing was changed.");
  // A session is either available, reserved by a booking, or earned on. A returned one cannot pay the interviewer.
  if (outcome === "interviewee-absent" && booking.status === noShowStatusOf("interviewer"))
    throw conflict(
      "The session of this interview was already returned, so it cannot pay the interviewer. Choose another outcome.",
    );
  if (outcome === "session-returned" && unclear === null)
    throw conflict(
      "Only the session of an interview that the record leaves unclear can be returned. Choose another outcome.",
    );
  return { booking, unclear };
}

/**
 * Takes the mark of a no-show off a booking. If the interviewer was paid for it, it is completed and they keep the
 * earning. If the session was returned, it stays returned, and the booking counts as canceled: nobody owes feedback for
 * it.
 */
async function markBothCame(tx: Tx, { id, status, inviteSequence }: BookingRecord, now: Date): Promise<void> {
  const canceled = {
    status: "cancelled",
    completedAt: null,
    cancelledAt: now,
    cancelledBy: "operator",
    inviteSequence: inviteSequence + 1,
  } as const;
  if (status !== "no_show_interviewee" && status !== "no_show_interviewer") return;
  const completed = { status: "completed", completedAt: now } as const;
  const changes = status === "no_show_interviewee" ? completed : canceled;
  await tx.updateTable("bookings").set(changes).where("id", "=", id).execute();
}

export function absentParty(outcome: InterviewDecision): "interviewee" | "interviewer" | null {
  if (outcome === "interviewee-absent") return "interviewee";
  return outcome === "interviewer-absent" ? "interviewer" : null;
}

interface PendingReport extends Waiting {
  bookingId: string;
  startsAt: Date;
  reportedBy: string;
  intervieweeId: string;
  interviewerId: string;
}

/** No-show reports that an operator has to decide, because the evidence contradicts them. */
export async function listPendingReports(
  database: Database,
  { limit, matches }: WaitingFilter,
): Promise<PendingReport[]> {
  const { rows } = await sql<PendingReport>`
    select report.id as subject, report.reported_at as since, report.reported_by, booking.id as booking_id,
      booking.starts_at, booking.interviewee_id, booking.interviewer_id
    from no_show_reports report join bookings booking on booking.id = report.booking_id
    where report.outcome = 'pending' and ${matches(sql`report.id::text`, sql`report.reported_at`)}
    order by report.reported_at limit ${limit}`.execute(database);
  return rows;
}
