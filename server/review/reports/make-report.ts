import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError } from "../../kernel/errors.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import { type CountedModel, countUsage } from "./drafting/count-usage.ts";
import type { ReportInput } from "./drafting/draft-report.ts";
import { judgeReport } from "./drafting/judge-report.ts";
import { BudgetUsedUp, endsDrafting, modelJudge } from "./drafting/model-judge.ts";
import { reusingDraft } from "./drafting/reuse-draft.ts";
import { type KeepOptions, keepReport, type Made } from "./making/keep-report.ts";
import { type Attempt, endFailedAttempt, startAttempt } from "./making/start-attempt.ts";
import { readReportInput } from "./read-report-input.ts";
import { findReport, hasOpenAccount } from "./store.ts";

/** The time limit for all calls for one report, in milliseconds. */
const reportWithin = 110_000;
/** How long after the first attempt we wait for an unavailable model before making the report without it. */
const awayMinutes = 30;

/**
 * Makes the report of a completed interview, once; does nothing if it exists. Rejects while the model is unavailable or
 * another attempt is under way, and if the transcript is deleted meanwhile, so that the job is retried. After half an
 * hour, or once unanswered calls have used the report's tokens, it makes the measured report instead, marked as late.
 */
export async function makeDueReport(deps: Deps, { bookingId }: { bookingId: string }): Promise<void> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking?.status !== "completed" || (await findReport(deps.database, bookingId)) !== undefined) return;
  // Nobody would read the report, and no model needs to see the rest of the record.
  if (!(await hasOpenAccount(deps.database, booking.intervieweeId))) return;
  const attempt = await startAttempt(deps, bookingId);
  const isOver = deps.clock.now().getTime() - attempt.firstTriedAt.getTime() >= awayMinutes * 60_000;
  await makeReport(deps, booking, attempt, {
    earlier: attempt,
    replace: false,
    mayLoseDraft: false,
    waitsForModel: !isOver,
  });
}

/**
 * Makes a report now, even if one exists, with a whole budget of tokens. Throws `not_found`, `conflict` (also if the
 * transcript is deleted or corrected meanwhile, and unless `mayLoseDraft` if a measured report would replace drafted
 * points), and `unavailable` while the model is unavailable.
 */
export async function remakeReport(
  deps: Deps,
  bookingId: string,
  { mayLoseDraft }: { mayLoseDraft: boolean },
): Promise<AiFeedback> {
  const booking = await findBooking(deps.database, bookingId);
  if (booking === null) throw new AppError("not_found", { msg: "This booking does not exist." });
  if (booking.status !== "completed") {
    throw new AppError("conflict", { msg: "A report can only be made of an interview that took place." });
  }
  const closed = new AppError("conflict", {
    msg: "The interviewee's account is closed, so no report is made.",
  });
  if (!(await hasOpenAccount(deps.database, booking.intervieweeId))) throw closed;
  const attempt = await startAttempt(deps, bookingId);
  const options = {
    earlier: { usedTokens: 0, wasAnswered: false },
    replace: true,
    mayLoseDraft,
    waitsForModel: true,
  };
  const kept = await makeReport(deps, booking, attempt, options);
  if (kept === null) throw closed;
  return kept;
}

interface MakeOptions extends Omit<KeepOptions, "isWithInterviewer"> {
  /** The earlier attempts that share the report's budget. */
  earlier: Pick<Attempt, "usedTokens" | "wasAnswered">;
  /** Rejects while the model is unavailable; otherwise the report is made without it, marked as late. */
  waitsForModel: boolean;
}

/** Makes and stores a report, and ends the attempt also if that fails. Null like `keepReport`. */
async function makeReport(
  deps: Deps,
  booking: BookingRecord,
  attempt: Attempt,
  { earlier, waitsForModel, ...keeping }: MakeOptions,
): Promise<AiFeedback | null> {
  const counted = deps.ai === null ? null : countUsage(deps.ai);
  try {
    const isWithInterviewer = await hasOpenAccount(deps.database, booking.interviewerId);
    const input = await readReportInput(deps, booking);
    const made = await draft(deps, input, { counted, earlier }).catch(
      async (error: unknown): Promise<Made> => {
        if (waitsForModel) throw error;
        const problem = reasonOf(error);
        const measured = await deps.workers.run("measureReport", input);
        deps.log.warn(
          { bookingId: booking.id, problem },
          "made a report without the model, which was unavailable for too long",
        );
        return { report: { ...measured, isLate: true }, usage: counted?.usage ?? null, problem };
      },
    );
    return await keepReport(deps, booking, input, made, attempt, { ...keeping, isWithInterviewer });
  } catch (error) {
    await endFailedAttempt(deps, attempt, { usage: counted?.usage ?? null, problem: reasonOf(error) });
    throw error;
  }
}

interface Drafting {
  counted: CountedModel | null;
  earlier: MakeOptions["earlier"];
}

async function draft(deps: Deps, input: ReportInput, { counted, earlier }: Drafting): Promise<Made> {
  if (deps.ai === null || counted === null) {
    return { report: await deps.workers.run("measureReport", input), usage: null, problem: null };
  }
  const { model, usage } = counted;
  const { bookingId } = input.record;
  const judge = reusingDraft(modelJudge(model, undefined, earlier.usedTokens), {
    model: deps.ai,
    bookingId,
    now: deps.clock.now(),
  });
  try {
    const { report } = await judgeReport(judge, input, { workers: deps.workers, within: reportWithin });
    return { report, usage, problem: null };
  } catch (error) {
    if (!endsDrafting(error)) throw error;
    const wasAnswered = earlier.wasAnswered || usage.outputTokens > 0;
    // A model that never answered gave nothing that we could have used: the report is late, as after half an hour.
    const how: Partial<AiFeedback> =
      error instanceof BudgetUsedUp && !wasAnswered
        ? { isLate: true }
        : { source: { kind: "measured", wasModelAsked: true } };
    const measured = await deps.workers.run("measureReport", input);
    return { report: { ...measured, ...how }, usage, problem: error.message };
  }
}

/** The cause in one line for the operator, without any words of the record. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 500);
}
