import type { AreaProgress, ScorePoint } from "@greenroom/contract/reports/progress.ts";

/** A wider range says nothing about a level: 2 to 5 is most of the scale. */
const widestRange = 2;

/** The likely range of the level after this score, in whole points: `3 to 4`. Null while it is too wide. */
export function levelText(point: Pick<ScorePoint, "low" | "high"> | undefined): string | null {
  if (point === undefined) return null;
  const [low, high] = [Math.round(point.low), Math.round(point.high)];
  if (high - low > widestRange) return null;
  return low === high ? String(low) : `${low} to ${high}`;
}

/** The most scores of an area that one line names. */
const namedScores = 4;

/** The scores of an area in the order of the interviews: `2 → 5`, and the newest of many: `… → 3 → 4 → 4 → 5`. */
export function scoresText({ points }: Pick<AreaProgress, "points">): string {
  const scores = points.slice(-namedScores).map(({ score }) => String(score));
  return [...(points.length > namedScores ? ["…"] : []), ...scores].join(" → ");
}

/** `Includes scores for Problem solving.`: the names of the same area in other roles. Empty without any. */
export function otherLabelsText({ otherLabels = [] }: Pick<AreaProgress, "otherLabels">): string {
  if (otherLabels.length === 0) return "";
  return `Includes scores for ${otherLabels.join(" and ")}.`;
}
