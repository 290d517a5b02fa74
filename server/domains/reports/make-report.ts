import type { AiFeedback } from "@greenroom/contract/reports/report-shape.ts";
import { AppError } from "../../core/errors.ts";
import { inTransaction } from "../../db/transaction.ts";
import type { Deps } from "../../deps.ts";
import type { TokenUsage } from "../../ports/ai.ts";
import { findBooking } from "../bookings/find-booking.ts";
import type { BookingRecord } from "../bookings/rules.ts";
import { findMentorReview } from "../feedback/list-feedback-scores.ts";
import { keepTranscript } from "../rooms/transcript/keep-transcript.ts";
import { withDisputedPoints } from "./answers/keep-disputed.ts";
import { type CountedModel, countUsage } from "./drafting/count-usage.ts";
import { judgeReport, measureReport, type ReportInput } from "./drafting/draft-report.ts";
import { JudgeUnusable, modelJudge } from "./drafting/model-judge.ts";
import { mailReport } from "./job-definitions.ts";
import { lockReport, withMentorScores } from "./mentor-scores.ts";
import { asEarlierReport } from "./present-earlier.ts";
import { readReportInput } from "./read-report-input.ts";
import {
  findReport,
  hasOpenAccount,
  lockAccountIfOpen,
  putReport,
  recordOutcome,
  recordTry,
} from "./store.ts";

/** The time limit for all calls for one report, in milliseconds. */
const reportWithin = 110_000;
/** How long after the first attempt we wait for an unavailable model before making the report without it. */
const awayMinutes = 30;

interface Made {
  report: AiFeedback;
  /** The tokens of every answer to this attempt, also of unusable ones; null if no model was asked. */
  usage: TokenUsage | null;
  /** Why the report contains no model's draft; null otherwise. */
  problem: string | null;
}

/**
 * Makes the report of a completed interview, once; does nothing if it exists. Rejects while the model is
 * unavailable and if the transcript is deleted meanwhile, so that the job is retried. After half an hour it
 * makes the measured report instead, marked as late.
 */
export async function makeDueReport(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking?.status !== "completed" || (await findReport(deps.database, bookingId)) !== undefined) return;
  // Nobody would read the report, and no model needs to see the rest of the record.
  if (!(await hasOpenAccount(deps.database, booking.intervieweeId))) return;
  const now = deps.clock.now();
  const firstTriedAt = await recordTry(deps.database, bookingId, now);
  const isWithInterviewer = await hasOpenAccount(deps.database, booking.interviewerId);
  const input = await readReportInput(deps, booking);
  const counted = deps.ai === null ? null : countUsage(deps.ai);
  const made = await draft(counted, input).catch(async (error: unknown): Promise<Made> => {
    const problem = reasonOf(error);
    const isOver = now.getTime() - firstTriedAt.getTime() >= awayMinutes * 60_000;
    if (!isOver) {
      await recordOutcome(deps.database, bookingId, { outcome: "waiting", problem });
      throw error;
    }
    deps.log.warn(
      { bookingId, problem },
      "made a report without the model, which was unavailable for too long",
    );
    return { report: { ...measureReport(input), isLate: true }, usage: counted?.usage ?? null, problem };
  });
  await keep(deps, booking, input, made, { replace: false, isWithInterviewer });
}

/**
 * Makes a report now, even if one exists. Throws `not_found`, `conflict` (also if the transcript is deleted
 * meanwhile), and `unavailable` while the model is unavailable.
 */
export async function remakeReport(deps: Deps, bookingId: string): Promise<AiFeedback> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null) throw new AppError("not_found", { msg: "This booking does not exist." });
  if (booking.status !== "completed") {
    throw new AppError("conflict", { msg: "A report can only be made of an interview that took place." });
  }
  const closed = new AppError("conflict", {
    msg: "The interviewee's account is closed, so no report is made.",
  });
  if (!(await hasOpenAccount(deps.database, booking.intervieweeId))) throw closed;
  await recordTry(deps.database, bookingId, deps.clock.now());
  const isWithInterviewer = await hasOpenAccount(deps.database, booking.interviewerId);
  const input = await readReportInput(deps, booking);
  const made = await draft(deps.ai === null ? null : countUsage(deps.ai), input);
  const kept = await keep(deps, booking, input, made, { replace: true, isWithInterviewer });
  if (kept === null) throw closed;
  return kept;
}

async function draft(counted: CountedModel | null, input: ReportInput): Promise<Made> {
  if (counted === null) return { report: measureReport(input), usage: null, problem: null };
  const { model, usage } = counted;
  try {
    const { report } = await judgeReport(modelJudge(model), input, AbortSignal.timeout(reportWithin));
    return { report, usage, problem: null };
  } catch (error) {
    if (!(error instanceof JudgeUnusable)) throw error;
    return { report: measureReport(input), usage, problem: error.message };
  }
}

interface KeepOptions {
  replace: boolean;
  /** The interviewer's account was open when the record was read. */
  isWithInterviewer: boolean;
}

/**
 * Stores a report and returns it as stored; null if one exists that it may not replace, or the interviewee's account is
 * closed. Throws `conflict` if words of its record were deleted meanwhile, because it may quote them.
 */
async function keep(
  deps: Deps,
  { id: bookingId, intervieweeId, interviewerId }: BookingRecord,
  { record }: ReportInput,
  { report, usage, problem }: Made,
  { replace, isWithInterviewer }: KeepOptions,
): Promise<AiFeedback | null> {
  const prices = deps.config.ai?.prices ?? null;
  return await inTransaction(deps.database, async (tx) => {
    await lockReport(tx, bookingId);
    const utterances = record.items.filter(({ kind }) => kind === "utterance").map(({ id }) => id);
    if (!(await keepTranscript(tx, bookingId, utterances))) {
      throw new AppError("conflict", { msg: "The transcript was deleted while the report was being made." });
    }
    if (isWithInterviewer && !(await lockAccountIfOpen(tx, interviewerId))) {
      throw new AppError("conflict", {
        msg: "The interviewer's account was deleted while the report was being made.",
      });
    }
    const whole = await withDisputedPoints(tx, bookingId, report, record);
    const row = {
      bookingId,
      intervieweeId,
      report: asEarlierReport(whole),
      // The mentor may have given their scores while the report was being made.
      checked: withMentorScores(whole, await findMentorReview(tx, bookingId)),
      usage,
      costMicros:
        usage === null || prices === null
          ? null
          : Math.round(usage.inputTokens * prices.input + usage.outputTokens * prices.output),
      createdAt: deps.clock.now(),
    };
    if (!(await putReport(tx, row, { replace }))) return null;
    await recordOutcome(tx, bookingId, { outcome: report.isLate ? "late" : "made", problem });
    await deps.jobs.enqueue(tx, mailReport, { bookingId });
    return row.checked;
  });
}

/** The cause in one line for the operator, without any words of the record. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 500);
}
