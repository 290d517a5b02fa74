import type { AiFeedback } from "../../schedule/report-shape.ts";
import { overallScore } from "../rubrics/tracks.ts";

/** The headline of a report: the mean of the mentor's scores. Null before there are any. */
export function mentorHeadline({ measured }: Pick<AiFeedback, "measured">): string | null {
  const overall = overallScore(measured.mentorScores);
  return overall === null ? null : `Interviewer's score: ${overall.toFixed(1)} of 5`;
}

/** "Coding: 4 of 5", with a line for each area that the mentor scored. */
export function mentorScoreLines({ measured, areas }: Pick<AiFeedback, "measured" | "areas">): string[] {
  return measured.mentorScores.map(
    ({ area, score }) => `${areas.find(({ name }) => name === area)?.label ?? area}: ${score} of 5`,
  );
}
