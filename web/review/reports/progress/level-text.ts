import { type AreaProgress, levelScores } from "@greenroom/contract/review/reports/progress.ts";

/** A wider range says nothing about a level: 2 to 5 is most of the scale. */
const widestRange = 2;
/** Fewer scores than these explain why a range is wide. From here on it is wide because the scores differ. */
const manyScores = 6;

type Points = Pick<AreaProgress, "points">["points"];

/** The points after which the range of the level is shown: none while there are too few scores. */
export function levelPoints(points: Points): Points {
  return points.slice(levelScores - 1);
}

/**
 * The level that follows from the scores, in whole points: `Probably between 3 and 4`, or `Still wide: between 3 and 5`
 * of a wider range. A range of most of the scale is not named.
 */
export function levelText(points: Points): string {
  const last = levelPoints(points).at(-1);
  if (last === undefined) return tooFew;
  const [low, high] = [Math.round(last.low), Math.round(last.high)];
  if (low === high) return `Probably ${low}`;
  if (high - low === 1) return `Probably between ${low} and ${high}`;
  const isNew = points.length < manyScores;
  if (high - low > widestRange) return isNew ? tooFew : "Scores differ too much to tell";
  return `${isNew ? "Still wide" : "Scores differ"}: between ${low} and ${high}`;
}

const tooFew = "Too few interviews to tell";

/** Explains the charts, once for all areas. */
export const bandText =
  "A dot is one score. From the third score on, a band shows where the level most likely lies: the fewer the scores, or the more they differ, the wider it is.";

/** Why an area is the next focus. */
export const focusText = "Next focus: the area with the lowest mean score over all interviews.";

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
export function otherLabelsText({ otherLabels }: Pick<AreaProgress, "otherLabels">): string {
  if (otherLabels.length === 0) return "";
  return `Includes scores for ${otherLabels.join(" and ")}.`;
}
