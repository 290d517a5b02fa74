import type { ReportRecord, ReportView } from "@greenroom/contract/review/reports/reports.ts";
import type { Party } from "@greenroom/contract/schedule/bookings.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { openQuestionBank } from "../../room/question-bank/bank.ts";
import { recordDeletedAt } from "../../room/rules.ts";
import { findTranscriptDeletion } from "../../room/transcript/find-transcript-deletion.ts";
import { getOwnBooking } from "../../schedule/bookings/find-booking.ts";
import { presentAiFeedback } from "../../schedule/bookings/present.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { hasMentorFeedback } from "../feedback/list-feedback-scores.ts";
import { readAnswers } from "./answers/store-answers.ts";
import { findReportTrack } from "./find-report-track.ts";
import { readMentorFeedback } from "./mentor-feedback.ts";
import { linkExercises } from "./plan/link-exercises.ts";
import { selectDoneExercises } from "./progress/store.ts";
import { findReport } from "./store.ts";

export interface OwnReport {
  booking: BookingRecord;
  report: AiFeedback;
}

/**
 * The report of the actor's booking in this role. Throws `not_found` for other people's bookings and while there is
 * no report. Throws `conflict` for the interviewer before they have given their own feedback, so that a draft does
 * not influence their scores.
 */
export async function getOwnReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  role: Party,
): Promise<OwnReport> {
  const booking = await getOwnBooking(deps.database, actor, bookingId);
  const owner = role === "interviewee" ? booking.intervieweeId : booking.interviewerId;
  if (owner !== actor.userId) throw new AppError("not_found", { msg: "This booking does not exist." });
  if (role === "interviewer" && !(await hasMentorFeedback(deps.database, booking.id))) {
    throw new AppError("conflict", { msg: "The report opens once your own feedback is in." });
  }
  const row = await findReport(deps.database, booking.id);
  const report = row === undefined ? null : presentAiFeedback(row.checked);
  if (report === null) throw new AppError("not_found", { msg: "There is no report for this interview yet." });
  return { booking, report };
}

/** The actor's report with both parties' disputes. */
export async function getReport(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  role: Party,
): Promise<ReportView> {
  const { booking, report } = await getOwnReport(deps, actor, bookingId, role);
  const { disputes, useful } = await readAnswers(deps, { bookingId });
  const track = await findReportTrack(deps.database, bookingId);
  return {
    bookingId,
    report: { ...report, plan: linkExercises(await openQuestionBank(), report, track) },
    track,
    ...(await readMentorFeedback(deps.database, bookingId)),
    record: await recordOf(deps, booking),
    disputes,
    useful: role === "interviewee" ? useful : null,
    doneExercises: await selectDoneExercises(
      deps.database,
      bookingId,
      report.plan.map(({ claimId }) => claimId),
    ),
  };
}

/** When the record that a report links to is deleted, whether that is over, and when its transcript was deleted. */
export async function recordOf(
  { clock, config, database }: Deps,
  booking: BookingRecord,
): Promise<ReportRecord> {
  const deletedAt = recordDeletedAt(booking, config.recordDays);
  const transcriptDeletedAt = await findTranscriptDeletion(database, booking.id);
  return {
    deletedAt: deletedAt.toISOString(),
    isDeleted: deletedAt <= clock.now(),
    ...(transcriptDeletedAt === null ? {} : { transcriptDeletedAt: transcriptDeletedAt.toISOString() }),
  };
}
