import { draftText } from "@greenroom/contract/reports/report-labels.ts";
import type { DraftScore } from "@greenroom/contract/reports/report-shape.ts";
import { scaleText, type TrackArea } from "@greenroom/contract/rubrics/tracks.ts";
import clsx from "clsx";
import { Pill } from "../../ui/status/pill.tsx";

interface ScoreRowProps {
  label: string;
  /** Null for an area that is in no rubric. */
  anchors: TrackArea | null;
  mentor: number | null;
  draft: DraftScore | null;
  /** The area to work on next. */
  isFocus?: boolean;
}

const steps = [1, 2, 3, 4, 5];

/** One area: the mentor's score as filled steps, the model's draft as a ring on the same scale. */
export function ScoreRow({ label, anchors, mentor, draft, isFocus = false }: ScoreRowProps) {
  const isLow = mentor !== null && mentor <= 2;
  const median = draft?.median ?? null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] content-center items-center gap-x-4 px-5 py-3.5 sm:px-6">
      <h3 className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 font-text text-base font-semibold tracking-normal">
        {label}
        {isFocus && <Pill status="wait">next focus</Pill>}
      </h3>
      {anchors !== null && mentor !== null && (
        <p className="order-last col-span-full text-sm text-ink-2">{scaleText(anchors, mentor)}</p>
      )}
      {draft !== null && <p className="order-last col-span-full text-sm text-ink-2">{draftText(draft)}</p>}
      <div aria-hidden="true" className="w-28 sm:w-36">
        <div className="grid grid-cols-5 gap-1">
          {steps.map((step) => (
            <span
              key={step}
              className={clsx(
                "h-2 rounded-full",
                mentor === null || step > mentor ? "bg-line" : isLow ? "bg-amber" : "bg-green",
              )}
            />
          ))}
        </div>
        {median !== null && <DraftMarker median={median} spread={draft?.spread ?? 0} />}
      </div>
      <p
        className={clsx(
          "min-w-6 text-right font-text text-xl font-semibold tabular",
          mentor === null && "text-ink-3",
          isLow && "text-amber",
        )}
      >
        {mentor !== null ? (
          <>
            {mentor}
            <span className="sr-only"> of 5</span>
          </>
        ) : (
          <>
            {median ?? "–"}
            <span className="sr-only">{median === null ? " no score" : " of 5, draft"}</span>
          </>
        )}
      </p>
    </div>
  );
}

function DraftMarker({ median, spread }: { median: number; spread: number }) {
  // The middle of the score's step.
  const left = `${((median - 0.5) / 5) * 100}%`;
  return (
    <div className="relative mt-1.5 h-2.5">
      {spread > 0 && (
        <span
          className="absolute top-1/2 h-0.5 -translate-x-1/2 -translate-y-1/2 bg-ink-3"
          style={{ left, width: `${(spread / 5) * 100}%` }}
        />
      )}
      <span
        className="absolute top-0 size-2.5 -translate-x-1/2 rounded-full border-2 border-ink-2 bg-card"
        style={{ left }}
      />
    </div>
  );
}
