import { type AreaProgress, levelScores } from "@greenroom/contract/reports/progress.ts";

/** A wider range says nothing about a level: 2 to 5 is most of the scale. */
const widestRange = 2;

type Points = Pick<AreaProgress, "points">["points"];

/** The points after which the range of the level is shown: none while there are too few scores. */
export function levelPoints(points: Points): Points {
  return points.slice(levelScores - 1);
}

/**
 * The likely range of the level after these scores, in whole points: `level 3 to 4`. While there are too few, or they
 * differ too much, it says so.
 */
export function levelText(points: Points): { level: string | null; note: string } {
  const last = levelPoints(points).at(-1);
  if (last === undefined) return { level: null, note: "too few scores for a level" };
  const [low, high] = [Math.round(last.low), Math.round(last.high)];
  if (high - low > widestRange) return { level: null, note: "no clear level yet" };
  return { level: low === high ? String(low) : `${low} to ${high}`, note: "" };
}

/** The most scores of an area that one line names. */
const namedScores = 4;

/**
 * The scores of an area in the order of the interviews: `2 and 5`, `2 → 5 → 4`, and the newest of many:
 * `… → 3 → 4 → 4 → 5`. An arrow between two would suggest a trend.
 */
export function scoresText({ points }: Pick<AreaProgress, "points">): string {
  const scores = points.slice(-namedScores).map(({ score }) => String(score));
  if (points.length < levelScores) return scores.join(" and ");
  return [...(points.length > namedScores ? ["…"] : []), ...scores].join(" → ");
}

/** `Includes scores for Problem solving.`: the names of the same area in other roles. Empty without any. */
export function otherLabelsText({ otherLabels = [] }: Pick<AreaProgress, "otherLabels">): string {
  if (otherLabels.length === 0) return "";
  return `Includes scores for ${otherLabels.join(" and ")}.`;
}
