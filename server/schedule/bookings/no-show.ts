import type { BookingStatus, NoShowReport, Party } from "@greenroom/contract/schedule/bookings.ts";
import type { Actor } from "../../kernel/actor.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { newId } from "../../kernel/ids.ts";
import { findAttendance } from "./attendance.ts";
import { mailNoShow } from "./job-definitions.ts";
import { dismissPendingReports, findReporters, insertNoShowReport } from "./lifecycle/lifecycle-store.ts";
import { lockOwnBooking } from "./lifecycle/lock-booking.ts";
import { applyNoShow } from "./no-shows/apply-no-show.ts";
import { tookPlace, wasEndedByHand } from "./no-shows/took-place.ts";
import { decideByRecord, mayReportNoShow, noShowStatusOf, otherParty } from "./rules.ts";
import { getInterviewEvidence } from "./store.ts";
import { allowsReport } from "./unclear/rules.ts";
import { findUnclear } from "./unclear/unclear-store.ts";

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
    const reporter: Party = booking.intervieweeId === actor.userId ? "interviewee" : "interviewer";
    const accused = otherParty(reporter);
    if (!mayReportNoShow(booking, reporter, await findReporters(tx, booking.id), now))
      throw reportNotAllowedError();
    if (!allowsReport(await findUnclear(tx, booking.id))) throw isAskedError();
    const evidence = await getInterviewEvidence(deps, tx, booking.id);
    if (tookPlace(reporter, evidence)) throw tookPlaceError();
    const record = await findAttendance(tx, booking);
    const decision = decideByRecord(accused, {
      ...booking,
      record,
      isRecorded: evidence.isRecorded,
      wasConfirmed: evidence.hasFeedback || evidence.hasFeedbackFile || wasEndedByHand(evidence),
    });
    const outcome = outcomeByDecision[decision];
    await insertNoShowReport(tx, { id: newId(), bookingId, by: reporter, record, outcome, now });
    // If neither party came, the interviewer counts as absent: the credit is returned and nothing is paid.
    const missing = decision === "neither-came" ? "interviewer" : accused;
    if (decision !== "pending") {
      await applyNoShow(deps, tx, booking, missing, now);
      await dismissPendingReports(tx, booking.id, now);
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

function reportNotAllowedError(): AppError {
  return new AppError("conflict", {
    msg: "A no-show can be reported once, from 10 minutes after the start until 24 hours after the end.",
  });
}

function isAskedError(): AppError {
  return new AppError("conflict", {
    msg: "Both of you are asked whether this interview took place, so a no-show can't be reported.",
  });
}

function tookPlaceError(): AppError {
  return new AppError("conflict", {
    msg: "This interview took place, so a no-show can't be reported. If something went wrong, please write to us.",
  });
}

function describeDecision(decision: keyof typeof outcomeByDecision, accused: Party): string {
  if (decision === "neither-came") {
    return "Neither of you was in the room, so nothing is paid and the session is returned.";
  }
  if (decision === "pending") {
    return "We have your report. It doesn't match what the room recorded, so our team will look into it and write to you.";
  }
  return accused === "interviewer"
    ? "✅ Your session has been returned. We're sorry that your interviewer did not attend."
    : "✅ Thank you for waiting. You are paid for the interview as booked.";
}
