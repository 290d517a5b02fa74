import {
  type InterviewGoal,
  type InterviewItem,
  type InterviewRecord,
  interviewRecordSchema,
  recordItems,
} from "@greenroom/contract/review/interview-record.ts";
import {
  type Goal,
  goalCompanyNames,
  goalLevelNames,
  goalPracticeNames,
} from "@greenroom/contract/schedule/goals.ts";
import {
  type AiFeedback,
  aiFeedbackSchema,
  type Measured,
} from "@greenroom/contract/schedule/report-shape.ts";
import { sql } from "kysely";
import type { Tx } from "../../kernel/db/database.ts";
import { inTransaction } from "../../kernel/db/transaction.ts";
import type { Deps } from "../../kernel/deps.ts";
import { AppError, conflict } from "../../kernel/errors.ts";
import { listRoomItems, listShortAbsences } from "../../room/record/report-items.ts";
import { keepTranscript } from "../../room/transcript/corrections.ts";
import { findBooking } from "../../schedule/bookings/find-booking.ts";
import { findBookingGoal } from "../../schedule/bookings/goal.ts";
import type { BookingRecord } from "../../schedule/bookings/rules.ts";
import type { TokenUsage } from "../../vendors/ai/port.ts";
import { findMentorReview } from "../feedback/scores.ts";
import { mailReport } from "../mails.ts";
import { type Attempt, type CountedModel, countUsage, endAttempt, startAttempt } from "./attempts.ts";
import { judgeReport, type ReportInput } from "./drafting/draft-report.ts";
import { BudgetUsedUp, endsDrafting, modelJudge } from "./drafting/model-judge.ts";
import { findReportTrack } from "./read.ts";
import {
  findReport,
  findReportForUpdate,
  hasOpenAccount,
  lockAccountIfOpen,
  lockReport,
  rubricAreasOf,
  withDisputedPoints,
  withMentorScores,
} from "./stored-report.ts";

/** The time limit for all calls for one report, in milliseconds. */
export const reportWithin = 110_000;
/** How long we wait for an unavailable model before making the report without it. */
export const awayMinutes = 30;

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
    throw conflict("A report can only be made of an interview that took place.");
  }
  const closed = conflict("The interviewee's account is closed, so no report is made.");
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
    const usage = counted?.usage ?? null;
    await endAttempt(deps.database, attempt, { usage, outcome: null, problem: reasonOf(error) });
    throw error;
  }
}

async function draft(
  deps: Deps,
  input: ReportInput,
  { counted, earlier }: Pick<MakeOptions, "earlier"> & { counted: CountedModel | null },
): Promise<Made> {
  if (counted === null) {
    return { report: await deps.workers.run("measureReport", input), usage: null, problem: null };
  }
  const { model, usage } = counted;
  const judge = modelJudge(model, undefined, earlier.usedTokens);
  try {
    const report = await judgeReport(judge, input, { workers: deps.workers, within: reportWithin });
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
export function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  return `${error instanceof Error ? error.message : String(error)}${cause}`.slice(0, 500);
}

const comparedInterviews = 3;

/** Reads everything that the report of this interview is made from. */
export async function readReportInput(
  deps: Pick<Deps, "database" | "clock" | "workers">,
  booking: BookingRecord,
): Promise<ReportInput> {
  const { database } = deps;
  const now = deps.clock.now();
  const review = await findMentorReview(database, booking.id);
  const { rows: earlier } = await sql<{ measured: Measured | null }>`
    select checked -> 'measured' as measured from ai_reports made
    join bookings booking on booking.id = made.booking_id
    where made.interviewee_id = ${booking.intervieweeId} and booking.starts_at < ${booking.startsAt}
      and checked is not null
    order by booking.starts_at desc limit ${comparedInterviews}`.execute(database);
  return {
    record: await assembleRecord(deps, booking, now),
    rubric: { areas: rubricAreasOf(await findReportTrack(database, booking.id)) },
    mentorScores: review?.scores ?? [],
    earlier: earlier.flatMap(({ measured }) => measured ?? []),
    now,
  };
}

/** What people do while they wait for the start is not part of the interview. */
const warmUpKinds: readonly InterviewItem["kind"][] = ["utterance", "run", "board", "chat", "mark"];

/** The record of an interview from its start on, oldest item first. */
export async function assembleRecord(
  deps: Pick<Deps, "database" | "workers">,
  booking: BookingRecord,
  now: Date,
): Promise<InterviewRecord> {
  const { database } = deps;
  const all = await listRoomItems(deps, booking, now);
  const items = all.filter(({ kind, at }) => !warmUpKinds.includes(kind) || new Date(at) >= booking.startsAt);
  const goal = await findBookingGoal(database, booking.id);
  return interviewRecordSchema.parse({
    bookingId: booking.id,
    startTime: booking.startsAt.toISOString(),
    endTime: booking.endsAt.toISOString(),
    goal: goal === null ? null : describeGoal(goal),
    track: await findReportTrack(database, booking.id),
    items: items.slice(0, recordItems),
    shortAbsences: (await listShortAbsences(database, booking)).slice(0, recordItems),
  });
}

/** A goal with the labels that the screens show. */
function describeGoal({ role, level, companyType, practice, practiceOther, note }: Goal): InterviewGoal {
  return {
    role,
    level: level === null ? "" : goalLevelNames[level],
    companyType: companyType === null ? "" : goalCompanyNames[companyType],
    practice: practice.map((name) => goalPracticeNames[name]),
    // The free text is longer than one entry of the list may be.
    note: [practiceOther === "" ? "" : `Also to practice: ${practiceOther}`, note]
      .filter((text) => text !== "")
      .join("\n"),
  };
}

interface Made {
  report: AiFeedback;
  /** The tokens of every answer to this attempt, also of unusable ones; null if no model was asked. */
  usage: TokenUsage | null;
  /** Why the report contains no model's draft; null otherwise. */
  problem: string | null;
}

interface KeepOptions {
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
async function keepReport(
  deps: Deps,
  { id: bookingId, intervieweeId, interviewerId }: BookingRecord,
  { record }: ReportInput,
  { report, usage, problem }: Made,
  attempt: Attempt,
  { replace, mayLoseDraft, isWithInterviewer }: KeepOptions,
): Promise<AiFeedback | null> {
  return await inTransaction(deps.database, async (tx) => {
    await lockReport(tx, bookingId);
    if (!(await keepTranscript(tx, record))) {
      throw conflict("Words of the transcript were deleted or corrected while the report was being made.");
    }
    if (isWithInterviewer && !(await lockAccountIfOpen(tx, interviewerId))) {
      throw conflict("The interviewer's account was deleted while the report was being made.");
    }
    if (report.source.kind === "measured" && !mayLoseDraft) await checkNoDraft(tx, bookingId, problem);
    const whole = await withDisputedPoints(tx, bookingId, report, record);
    const row = {
      bookingId,
      intervieweeId,
      // The mentor may have given their scores while the report was being made.
      checked: withMentorScores(whole, await findMentorReview(tx, bookingId)),
      usage,
      createdAt: deps.clock.now(),
    };
    const isStored = await putReport(tx, row, { replace });
    const outcome = !isStored ? null : report.isLate ? "late" : "made";
    if (!(await endAttempt(tx, attempt, { usage, outcome, problem }))) {
      throw conflict("This took so long that another attempt began.");
    }
    if (!isStored) return null;
    await deps.jobs.enqueue(tx, mailReport, { bookingId });
    return row.checked;
  });
}

interface NewReport {
  bookingId: string;
  intervieweeId: string;
  checked: AiFeedback;
  usage: TokenUsage | null;
  createdAt: Date;
}

/** Stores a report. Returns false if one exists and `replace` is not set, or the account is closed. */
export async function putReport(
  tx: Tx,
  made: NewReport,
  { replace }: { replace: boolean },
): Promise<boolean> {
  if (!(await lockAccountIfOpen(tx, made.intervieweeId))) return false;
  const written = {
    checked: JSON.stringify(made.checked),
    inputTokens: made.usage?.inputTokens ?? null,
    outputTokens: made.usage?.outputTokens ?? null,
    createdAt: made.createdAt,
  };
  const insert = tx
    .insertInto("aiReports")
    .values({ bookingId: made.bookingId, intervieweeId: made.intervieweeId, ...written });
  const { numInsertedOrUpdatedRows } = await insert
    .onConflict((conflict) =>
      replace
        ? conflict.column("bookingId").doUpdateSet({ ...written, version: sql`ai_reports.version + 1` })
        : conflict.column("bookingId").doNothing(),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Throws `conflict` if the stored report has points that a model drafted. */
async function checkNoDraft(tx: Tx, bookingId: string, problem: string | null): Promise<void> {
  const stored = aiFeedbackSchema.safeParse((await findReportForUpdate(tx, bookingId))?.checked).data;
  if (stored === undefined || stored.source.kind === "measured") return;
  throw conflict(
    `The report was kept, because a measured one would replace the points that ${stored.source.name} drafted: ${
      problem ?? "no language model is configured"
    }.`,
  );
}
