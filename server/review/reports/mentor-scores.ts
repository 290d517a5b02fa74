import { type AreaName, areasOf } from "@greenroom/contract/review/rubrics/tracks.ts";
import type { Track } from "@greenroom/contract/schedule/goals/tracks.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";
import { aiFeedbackSchema } from "@greenroom/contract/schedule/report-shape.ts";
import type { Tx } from "../../kernel/db/database.ts";
import { lockSubjects } from "../../kernel/db/transaction.ts";
import { findReportForUpdate, replaceChecked } from "./store.ts";

/** The mentor's scores in the form that a report needs. */
export interface ScoredAreas {
  track: Track;
  scores: { area: AreaName; score: number }[];
}

/** Adds the mentor's scores to a report; its areas get the labels of the mentor's track. */
export function withMentorScores(report: AiFeedback, review: ScoredAreas | null): AiFeedback {
  if (review === null) return report;
  const areas = rubricAreasOf(review.track);
  const measured = { ...report.measured, mentorScores: review.scores };
  const others = report.areas.filter(({ name }) => !areas.some((area) => area.name === name));
  return {
    ...report,
    areas: [...areas, ...others],
    measured,
    plan: withoutContradicted({ ...report, measured }),
  };
}

/** From this score on, the mentor sees nothing to practice in an area. */
const goodScore = 4;

/**
 * The plan without exercises for what was only counted about the communication, such as a silence, if the mentor, who
 * was there, scored it as good. The points stay.
 */
function withoutContradicted({ plan, claims, measured, source }: AiFeedback): AiFeedback["plan"] {
  const isGood = measured.mentorScores.some(
    ({ area, score }) => area === "communication" && score >= goodScore,
  );
  if (!isGood || source.kind === "model") return plan;
  const counted = claims.filter(({ area, kind }) => area === "communication" && kind === "observation");
  return plan.filter(({ claimId }) => !counted.some(({ id }) => id === claimId));
}

/** The areas of a track with the names that reports use. */
export function rubricAreasOf(track: Track): { name: string; label: string }[] {
  return areasOf(track).map(({ name, label }) => ({ name, label }));
}

/** Scores and report may be stored at the same time. With this lock, the later one sees the earlier one. */
export async function lockReport(tx: Tx, bookingId: string): Promise<void> {
  await lockSubjects(tx, [`report:${bookingId}`]);
}

/** Adds scores to a report that was made before them. Call this after storing the scores. */
export async function addMentorScores(tx: Tx, bookingId: string, review: ScoredAreas): Promise<void> {
  await lockReport(tx, bookingId);
  const row = await findReportForUpdate(tx, bookingId);
  const report = aiFeedbackSchema.safeParse(row?.checked).data;
  if (report === undefined) return;
  await replaceChecked(tx, bookingId, withMentorScores(report, review));
}
