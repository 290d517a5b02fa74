import type { ScorePoint } from "@greenroom/contract/reports/progress.ts";
import clsx from "clsx";
import { levelText } from "./level-text.ts";

interface LevelProps {
  /** The newest score, with the range of the level after it. */
  point: ScorePoint | undefined;
  className?: string;
}

/** The likely level over all interviews so far, or that the scores do not show one yet. */
export function Level({ point, className }: LevelProps) {
  const level = levelText(point);
  return (
    <p className={clsx("text-sm text-ink-2", className)}>
      {level === null ? (
        "no clear level yet"
      ) : (
        <>
          level <b className="whitespace-nowrap text-base font-semibold text-ink tabular">{level}</b>
        </>
      )}
    </p>
  );
}
