import { overallScore } from "../rubrics/tracks.ts";
import type { Progress, ProgressInterview } from "./progress.ts";

/** What is known of the interview before another one of the same person. */
export interface InterviewBefore {
  measured: ProgressInterview["measured"];
  /** The mean of its mentor's scores; null if it has none. */
  overall: number | null;
}

/** The interview before this one; null without one. */
export function interviewBefore(
  { interviews, areas }: Pick<Progress, "interviews" | "areas">,
  bookingId: string,
): InterviewBefore | null {
  const before = interviews[interviews.findIndex((each) => each.bookingId === bookingId) - 1];
  if (before === undefined) return null;
  const scores = areas.flatMap(({ points }) =>
    points.filter((point) => point.bookingId === before.bookingId),
  );
  return { measured: before.measured, overall: overallScore(scores) };
}

/** `same as last time` or `last time 3.4`, beside an overall score; empty if that of the interview before is unknown. */
export function overallBefore(overall: number, before: InterviewBefore | null): string {
  if (before === null || before.overall === null) return "";
  return before.overall === overall ? "same as last time" : `last time ${before.overall.toFixed(1)}`;
}
