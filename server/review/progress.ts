import {
  type AreaProgress,
  namesOfArea,
  type Progress,
  progressInterviews,
  type ScorePoint,
} from "@greenroom/contract/review/progress.ts";
import {
  type AiFeedback,
  aiFeedbackSchema,
  nothingMeasured,
} from "@greenroom/contract/schedule/report-shape.ts";
import { sql } from "kysely";
import type { Actor } from "../kernel/actor.ts";
import type { Database } from "../kernel/db/database.ts";
import { inTransaction } from "../kernel/db/transaction.ts";
import type { Deps } from "../kernel/deps.ts";
import { AppError } from "../kernel/errors.ts";
import { lockAccount } from "../people/accounts/account.ts";
import { canReadResume } from "../people/resumes/resume.ts";
import { listSharedBookings } from "../schedule/bookings/candidates.ts";
import { findMentorReviews, findNextSteps, type MentorReview } from "./feedback/scores.ts";
import { getOwnReport, readMentorFeedback, stepId } from "./reports/read.ts";
import { rubricAreasOf } from "./reports/stored-report.ts";

/** A summary over all of the actor's reports, and over scores whose report is still to be made. */
export async function getProgress(deps: Deps, actor: Actor): Promise<Progress> {
  return await readProgress(deps.database, actor.userId, { interviewerId: null });
}

/**
 * The same summary of a person who booked the actor, for as long as the actor may read their resume. It omits the
 * actor's interviews that still await the actor's feedback, so that no draft influences their scores. Throws
 * `not_found` for anyone else.
 */
export async function getCandidateProgress(deps: Deps, actor: Actor, userId: string): Promise<Progress> {
  const now = deps.clock.now();
  const bookings = await listSharedBookings(deps.database, {
    interviewerId: actor.userId,
    intervieweeId: userId,
  });
  if (!bookings.some((booking) => canReadResume(booking, now))) {
    throw new AppError("not_found", { msg: "This candidate does not exist." });
  }
  return await readProgress(deps.database, userId, { interviewerId: actor.userId });
}

interface KnownInterview {
  bookingId: string;
  startsAt: Date;
  interviewerName: string;
  /** `aiFeedbackSchema`, as it was stored; null while there is no checked report. */
  checked: unknown;
  hasReport: boolean;
  doneClaims: string[];
}

/**
 * `interviewerId`: the interviewer who reads it, for whom their interviews without feedback are omitted; null when the
 * interviewee does.
 */
async function readProgress(
  database: Database,
  intervieweeId: string,
  { interviewerId }: { interviewerId: string | null },
): Promise<Progress> {
  const { rows } = await sql<KnownInterview>`
    select booking.id as booking_id, booking.starts_at, made.checked, made.booking_id is not null as has_report,
      trim(interviewer.first_name || ' ' || interviewer.last_name) as interviewer_name,
      array(select claim_id::text from report_exercises where booking_id = booking.id) as done_claims
    from (
      select booking_id from ai_reports where interviewee_id = ${intervieweeId} and checked is not null
      union
      select booking_id from feedback_scores where interviewee_id = ${intervieweeId}
    ) known
    join bookings booking on booking.id = known.booking_id
    join users interviewer on interviewer.id = booking.interviewer_id
    left join ai_reports made on made.booking_id = known.booking_id
    where (booking.interviewer_id is distinct from ${interviewerId}::uuid
        or exists (select from feedback_files where booking_id = booking.id))
    order by booking.starts_at desc, booking.id limit ${progressInterviews}`.execute(database);
  const unreported = rows.filter(({ checked }) => checked === null).map(({ bookingId }) => bookingId);
  const reviews = await findMentorReviews(database, unreported);
  const nextSteps = await findNextSteps(
    database,
    rows.map(({ bookingId }) => bookingId),
  );
  const interviews = rows.reverse().flatMap((row) => {
    // A server of a later version may have stored a format that is unknown here.
    const report =
      row.checked === null
        ? scoresOnly(reviews.get(row.bookingId))
        : aiFeedbackSchema.safeParse(row.checked).data;
    return report === undefined ? [] : [{ ...row, report }];
  });
  const areas = areaProgress(interviews);
  return {
    interviews: interviews.map(({ bookingId, startsAt, interviewerName, hasReport, report, doneClaims }) => ({
      bookingId,
      startTime: startsAt.toISOString(),
      withName: interviewerId === null ? interviewerName : null,
      hasReport,
      measured: report.measured,
      exercises: exercisesOf(report, doneClaims, interviewerId === null),
      steps: stepsOf(bookingId, nextSteps.get(bookingId) ?? [], {
        doneClaims,
        isOwn: interviewerId === null,
      }),
    })),
    areas,
    nextFocus: findNextFocus(areas),
  };
}

function exercisesOf(
  { plan }: Pick<AiFeedback, "plan">,
  doneClaims: readonly string[],
  isOwn: boolean,
): Progress["interviews"][number]["exercises"] {
  const open = plan.filter(({ claimId }) => !doneClaims.includes(claimId));
  return {
    planned: plan.length,
    done: plan.length - open.length,
    open: isOwn ? open.map(({ title }) => title) : [],
  };
}

function stepsOf(
  bookingId: string,
  steps: readonly string[],
  { doneClaims, isOwn }: { doneClaims: readonly string[]; isOwn: boolean },
): Progress["interviews"][number]["steps"] {
  const open = steps.filter((text) => !doneClaims.includes(stepId(bookingId, text)));
  return { given: steps.length, done: steps.length - open.length, open: isOwn ? open : [] };
}

/** What is known of an interview before its report: the mentor's scores. */
function scoresOnly(
  review: MentorReview | undefined,
): Pick<AiFeedback, "areas" | "measured" | "plan"> | undefined {
  if (review === undefined) return undefined;
  const measured = { ...nothingMeasured, mentorScores: review.scores };
  return { areas: rubricAreasOf(review.track), measured, plan: [] };
}

/** Typical deviation of a single interview's score from a person's level. */
const scoreDeviation = 0.8;
/** Standard deviations on each side of the mean that contain 80% of levels. */
const likelyDeviations = 1.28;

export interface ScoredInterview {
  bookingId: string;
  report: Pick<AiFeedback, "areas" | "measured">;
}

/**
 * Scores by area over all interviews, which must be sorted oldest first. Areas without a score are left out. An area
 * is named as in the reports that scored it, so that a report of another role without scores renames nothing.
 */
export function areaProgress(interviews: readonly ScoredInterview[]): AreaProgress[] {
  const areas = new Set(interviews.flatMap(({ report }) => report.areas.map(({ name }) => name)));
  return [...areas].flatMap((name) => {
    const points = interviews.flatMap(({ bookingId, report }) => {
      const found = report.measured.mentorScores.find(({ area }) => area === name);
      const label = report.areas.find((area) => area.name === name)?.label ?? name;
      return found === undefined ? [] : [{ bookingId, label, score: found.score }];
    });
    const names = namesOfArea(points);
    return names === null ? [] : [{ name, ...names, points: withBands(points) }];
  });
}

/**
 * Computes the band around the mean of the scores so far. It is as wide as the scores vary, but never narrower than
 * the uncertainty of one score, so that a single score does not look certain. It narrows with each interview.
 */
function withBands(scores: readonly Omit<ScorePoint, "low" | "high">[]): ScorePoint[] {
  return scores.map((point, index) => {
    const values = scores.slice(0, index + 1).map(({ score }) => score);
    const mean = meanOf(values);
    const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    const deviation = values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
    const half = (likelyDeviations * Math.max(deviation, scoreDeviation)) / Math.sqrt(values.length);
    return { ...point, low: toScale(mean - half), high: toScale(mean + half) };
  });
}

function toScale(value: number): number {
  return Math.round(Math.min(5, Math.max(1, value)) * 10) / 10;
}

/** The area with the lowest mean score; null if several areas share it, because none of them stands out. */
export function findNextFocus(areas: readonly AreaProgress[]): string | null {
  const means = areas.flatMap(({ name, points }) =>
    points.length === 0 ? [] : [{ name, mean: toScale(meanOf(points.map(({ score }) => score))) }],
  );
  const lowest = Math.min(...means.map(({ mean }) => mean));
  const [first, ...others] = means.filter(({ mean }) => mean === lowest);
  return first === undefined || others.length > 0 ? null : first.name;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

interface Tick {
  bookingId: string;
  /** The claim of the exercise, or the id of a next step. */
  claimId: string;
  done: boolean;
}

/** Stores whether an exercise of the actor's plan is done; the last answer counts. Throws `not_found`. */
export async function tickExercise(
  deps: Deps,
  actor: Actor,
  { bookingId, claimId, done }: Tick,
): Promise<{ msg: string }> {
  const { report } = await getOwnReport(deps, actor, bookingId, "interviewee");
  if (!report.plan.some((exercise) => exercise.claimId === claimId)) {
    throw new AppError("not_found", { msg: "This plan has no such exercise." });
  }
  return await storeTick(deps, actor, { bookingId, claimId, done });
}

/** The same for one of the mentor's next steps. Throws `not_found`. */
export async function tickStep(
  deps: Deps,
  actor: Actor,
  { bookingId, stepId, done }: Omit<Tick, "claimId"> & { stepId: string },
): Promise<{ msg: string }> {
  await getOwnReport(deps, actor, bookingId, "interviewee");
  const { mentorFeedback } = await readMentorFeedback(deps.database, bookingId);
  if (mentorFeedback?.nextSteps.some(({ id }) => id === stepId) !== true) {
    throw new AppError("not_found", { msg: "Your mentor gave no such next step." });
  }
  return await storeTick(deps, actor, { bookingId, claimId: stepId, done });
}

async function storeTick(
  deps: Deps,
  actor: Actor,
  { bookingId, claimId, done }: Tick,
): Promise<{ msg: string }> {
  if (!done) {
    await deps.database
      .deleteFrom("reportExercises")
      .where("bookingId", "=", bookingId)
      .where("claimId", "=", claimId)
      .execute();
    return { msg: "Marked as not done." };
  }
  const exercise = { bookingId, claimId, userId: actor.userId, doneAt: deps.clock.now() };
  await inTransaction(deps.database, async (tx) => {
    await lockAccount(tx, actor.userId);
    await tx
      .insertInto("reportExercises")
      .values(exercise)
      .onConflict((conflict) => conflict.columns(["bookingId", "claimId"]).doNothing())
      .execute();
  });
  return { msg: "Marked as done." };
}
