import { namesOfArea } from "@greenroom/contract/review/reports/area-names.ts";
import type { AreaProgress, ScorePoint } from "@greenroom/contract/review/reports/progress.ts";
import type { AiFeedback } from "@greenroom/contract/schedule/report-shape.ts";

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
