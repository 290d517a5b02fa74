import { scaleText, type TrackArea } from "@greenroom/contract/review/rubrics/tracks.ts";
import clsx from "clsx";
import { Pill } from "../../ui/status/pill.tsx";

interface ScoreRowProps {
  label: string;
  /** Null for an area that is in no rubric. */
  anchors: TrackArea | null;
  /** Null where the mentor gave no score. */
  score: number | null;
  /** The area to work on next. */
  isFocus?: boolean;
}

const steps = [1, 2, 3, 4, 5];

/** One area: the mentor's score as filled steps. */
export function ScoreRow({ label, anchors, score, isFocus = false }: ScoreRowProps) {
  const isLow = score !== null && score <= 2;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] content-center items-center gap-x-4 px-5 py-3.5 sm:px-6">
      <h3 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 font-text text-base font-semibold tracking-normal">
        {label}
        {isFocus && <Pill status="wait">next focus</Pill>}
      </h3>
      {anchors !== null && score !== null && (
        <p className="order-last col-span-full text-sm text-ink-2">{scaleText(anchors, score)}</p>
      )}
      <div aria-hidden="true" className="w-28 sm:w-36">
        <div className="grid grid-cols-5 gap-1">
          {steps.map((step) => (
            <span
              key={step}
              className={clsx(
                "h-2 rounded-full",
                score === null || step > score ? "bg-line" : isLow ? "bg-amber" : "bg-green",
              )}
            />
          ))}
        </div>
      </div>
      <p
        className={clsx(
          "min-w-6 text-right font-text text-xl font-semibold tabular",
          score === null && "text-ink-3",
          isLow && "text-amber",
        )}
      >
        {score ?? "–"}
        <span className="sr-only">{score === null ? " no score" : " of 5"}</span>
      </p>
    </div>
  );
}
