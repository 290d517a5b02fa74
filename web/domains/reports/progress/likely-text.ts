import type { ScorePoint } from "@greenroom/contract/reports/progress.ts";

/** The likely range of the latest score, in whole points: `3 to 4`. */
export function likelyText(point: Pick<ScorePoint, "low" | "high"> | undefined): string {
  if (point === undefined) return "";
  const [low, high] = [Math.round(point.low), Math.round(point.high)];
  return low === high ? String(low) : `${low} to ${high}`;
}
