import { type Progress, progressInterviews } from "@greenroom/contract/review/reports/progress.ts";
import {
  type AiFeedback,
  aiFeedbackSchema,
  nothingMeasured,
} from "@greenroom/contract/schedule/report-shape.ts";
import type { Actor } from "../../../kernel/actor.ts";
import type { Database } from "../../../kernel/db/database.ts";
import type { Deps } from "../../../kernel/deps.ts";
import { AppError } from "../../../kernel/errors.ts";
import { canReadResume } from "../../../people/resumes/policy.ts";
import { listSharedBookings } from "../../../schedule/bookings/candidates.ts";
import { findMentorReviews, findNextSteps, type MentorReview } from "../../feedback/list-feedback-scores.ts";
import { stepId } from "../mentor-feedback.ts";
import { rubricAreasOf } from "../mentor-scores.ts";
import { areaProgress, findNextFocus } from "./rules.ts";
import { selectKnownInterviews } from "./store.ts";

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

/** `interviewerId`: the interviewer who reads it; null when the interviewee does. */
async function readProgress(
  database: Database,
  intervieweeId: string,
  { interviewerId }: { interviewerId: string | null },
): Promise<Progress> {
  const rows = await selectKnownInterviews(database, {
    intervieweeId,
    interviewerId,
    limit: progressInterviews,
  });
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
