import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { aiFeedbackSchema } from "@greenroom/contract/schedule/report-shape.ts";
import type { Tx } from "../../../kernel/db/database.ts";
import { inTransaction } from "../../../kernel/db/transaction.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { keepTranscript } from "../../../room/transcript/keep-transcript.ts";
import type { BookingRecord } from "../../../schedule/bookings/rules.ts";
import type { TokenUsage } from "../../../vendors/ai/port.ts";
import { findMentorReview } from "../../feedback/list-feedback-scores.ts";
import { withDisputedPoints } from "../answers/keep-disputed.ts";
import type { ReportInput } from "../drafting/draft-report.ts";
import { mailReport } from "../job-definitions.ts";
import { lockReport, withMentorScores } from "../mentor-scores.ts";
import { findReportForUpdate, lockAccountIfOpen, putReport } from "../store.ts";
import { type Attempt, costOf } from "./start-attempt.ts";
import { endLease } from "./store.ts";

export interface Made {
  report: AiFeedback;
  /** The tokens of every answer to this attempt, also of unusable ones; null if no model was asked. */
  usage: TokenUsage | null;
  /** Why the report contains no model's draft; null otherwise. */
  problem: string | null;
}

export interface KeepOptions {
  replace: boolean;
  /** Whether a measured report may replace one with drafted points. */
  mayLoseDraft: boolean;
  /** The interviewer's account was open when the record was read. */
  isWithInterviewer: boolean;
}

/**
 * Stores a report, ends the attempt, and returns the report as stored; null if one exists that it may not replace, or the
 * interviewee's account is closed. Throws `conflict` if words of its record were deleted or corrected meanwhile, because
 * it may quote them, if drafted points would be lost, and if the attempt took so long that another one began.
 */
export async function keepReport(
  deps: Deps,
  { id: bookingId, intervieweeId, interviewerId }: BookingRecord,
  { record }: ReportInput,
  { report, usage, problem }: Made,
  { leaseId }: Attempt,
  { replace, mayLoseDraft, isWithInterviewer }: KeepOptions,
): Promise<AiFeedback | null> {
  const costMicros = costOf(deps, usage);
  return await inTransaction(deps.database, async (tx) => {
    await lockReport(tx, bookingId);
    if (!(await keepTranscript(tx, record))) {
      throw new AppError("conflict", {
        msg: "Words of the transcript were deleted or corrected while the report was being made.",
      });
    }
    if (isWithInterviewer && !(await lockAccountIfOpen(tx, interviewerId))) {
      throw new AppError("conflict", {
        msg: "The interviewer's account was deleted while the report was being made.",
      });
    }
    if (report.source.kind === "measured" && !mayLoseDraft) await checkNoDraft(tx, bookingId, problem);
    const whole = await withDisputedPoints(tx, bookingId, report, record);
    const row = {
      bookingId,
      intervieweeId,
      // The mentor may have given their scores while the report was being made.
      checked: withMentorScores(whole, await findMentorReview(tx, bookingId)),
      usage,
      costMicros,
      createdAt: deps.clock.now(),
    };
    const isStored = await putReport(tx, row, { replace });
    const outcome = !isStored ? null : report.isLate ? "late" : "made";
    if (!(await endLease(tx, { bookingId, leaseId, usage, costMicros, outcome, problem }))) {
      throw new AppError("conflict", { msg: "This took so long that another attempt began." });
    }
    if (!isStored) return null;
    await deps.jobs.enqueue(tx, mailReport, { bookingId });
    return row.checked;
  });
}

/** Throws `conflict` if the stored report has points that a model drafted. */
async function checkNoDraft(tx: Tx, bookingId: string, problem: string | null): Promise<void> {
  const stored = aiFeedbackSchema.safeParse((await findReportForUpdate(tx, bookingId))?.checked).data;
  if (stored === undefined || stored.source.kind === "measured") return;
  throw new AppError("conflict", {
    msg: `The report was kept, because a measured one would replace the points that ${stored.source.name} drafted: ${
      problem ?? "no language model is configured"
    }.`,
  });
}
