import type { ScorePoint } from "@greenroom/contract/review/reports/progress.ts";
import clsx from "clsx";
import { levelText } from "./level-text.ts";

interface LevelProps {
  /** The scores of an area, oldest first. */
  points: ScorePoint[];
  className?: string;
}

/** The likely level over all interviews so far, or that the scores do not show one yet. */
export function Level({ points, className }: LevelProps) {
  const text = levelText(points);
  return (
    <p
      className={clsx(
        "text-sm text-pretty",
        text.startsWith("Probably") ? "font-semibold text-ink" : "text-ink-2",
        className,
      )}
    >
      {text}
    </p>
  );
}
