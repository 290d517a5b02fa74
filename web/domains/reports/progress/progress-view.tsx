import { levelScores, type Progress, type ProgressInterview } from "@greenroom/contract/reports/progress.ts";
import { useId } from "react";
import { Link } from "react-router";
import { formatDay } from "../../../format/format-day.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { planAnchor } from "../two-week-plan.tsx";
import { AreaRows } from "./area-rows.tsx";
import { MeasuredTable } from "./measured-table.tsx";

/** More plans are left to the reports. */
const mostPlans = 3;

interface ProgressViewProps {
  progress: Progress;
  timeZone: string;
  /** Shown when there is no report yet. */
  emptyDetail: string;
}

/** Scores by area with their likely ranges, the open exercises, and the measured facts of each interview. */
export function ProgressView({ progress, timeZone, emptyDetail }: ProgressViewProps) {
  const { areas, interviews } = progress;
  if (interviews.length === 0) {
    return (
      <Card padded={false}>
        <EmptyState headingLevel={2} title="No reports yet" detail={emptyDetail} />
      </Card>
    );
  }
  return (
    <div className="grid gap-8">
      <section aria-labelledby="progress-areas">
        <h2 id="progress-areas" className="mb-1 text-xl">
          Scores by area
        </h2>
        <p className="mb-3 max-w-prose text-sm text-ink-2">
          {areas.length === 0
            ? "A mentor who writes their feedback here scores each area from 1 to 5. No interview has a score yet."
            : basisText(Math.max(...areas.map(({ points }) => points.length)))}
        </p>
        {areas.length > 0 && <AreaRows progress={progress} timeZone={timeZone} />}
      </section>
      <OpenExercises interviews={interviews} timeZone={timeZone} />
      <section aria-labelledby="progress-measured">
        <h2 id="progress-measured" className="mb-1 text-xl">
          Measured in each interview
        </h2>
        <p className="mb-3 max-w-prose text-sm text-ink-2">Counted from the record, not judged.</p>
        <MeasuredTable interviews={interviews} timeZone={timeZone} />
      </section>
    </div>
  );
}

/**
 * The open exercises of all plans, those of the newest interview first. Nothing for an interviewer, because the plans
 * are in the reports.
 */
function OpenExercises({
  interviews,
  timeZone,
}: {
  interviews: readonly ProgressInterview[];
  timeZone: string;
}) {
  const id = useId();
  const plans = interviews
    .filter(({ withName, exercises: { planned, done } }) => withName !== null && done < planned)
    .reverse();
  const shown = plans.slice(0, mostPlans);
  const left = plans.slice(mostPlans).reduce((sum, { exercises }) => sum + openCount(exercises), 0);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        Open exercises
      </h2>
      <Card padded={false} className="overflow-hidden">
        <ul className="divide-y divide-line">
          {shown.map(({ bookingId, startTime, exercises }) => (
            <li key={bookingId} className="px-5 py-4 sm:px-6">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
                <h3 className="font-text text-base font-semibold tracking-normal">
                  Interview of {formatDay(new Date(startTime), timeZone)}
                </h3>
                <Link
                  to={`${paths.report(bookingId)}#${planAnchor}`}
                  className="link inline-block min-h-6 text-sm"
                >
                  Open the plan<span className="sr-only"> of {formatDay(new Date(startTime), timeZone)}</span>
                </Link>
              </div>
              {exercises.open === undefined ? (
                <p className="mt-1 text-ink-2">
                  {openCount(exercises) === 1 ? "1 exercise" : `${openCount(exercises)} exercises`}
                </p>
              ) : (
                <ul className="mt-1 grid list-disc gap-1 pl-5 text-ink-2">
                  {exercises.open.map((title) => (
                    <li key={title}>{title}</li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        {left > 0 && (
          <p className="border-t border-line px-5 py-3 text-sm text-ink-2 sm:px-6">
            {left} more {left === 1 ? "is" : "are"} in the reports of earlier interviews, which the table
            below links to.
          </p>
        )}
      </Card>
    </section>
  );
}

function openCount({ planned, done }: ProgressInterview["exercises"]): number {
  return planned - done;
}

function basisText(scores: number): string {
  const based = `Based on ${scores === 1 ? "1 score" : `${scores} scores`} per area`;
  if (scores < levelScores) {
    return `${based}: treat this as a first impression, because a single score can be a point off either way. A dot is one score. From the third score on, we show the level that they suggest.`;
  }
  const meaning = "A dot is one score, and the band shows where the level most likely lies.";
  return `${based}${scores === levelScores ? ": treat this as a first impression" : ""}. ${meaning} It narrows with each interview whose scores agree.`;
}
