import { levelScores, type Progress } from "@greenroom/contract/reports/progress.ts";
import { Link } from "react-router";
import { formatDay } from "../../../format/format-day.ts";
import { paths } from "../../../paths.ts";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { planAnchor } from "../two-week-plan.tsx";
import { AreaRows } from "./area-rows.tsx";
import { MeasuredTable } from "./measured-table.tsx";

interface ProgressViewProps {
  progress: Progress;
  timeZone: string;
  /** Shown when there is no report yet. */
  emptyDetail: string;
}

/** Scores by area with their likely ranges, and the measured facts of each interview. */
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
            : bandText(Math.max(...areas.map(({ points }) => points.length)))}
        </p>
        {areas.length > 0 && <AreaRows progress={progress} timeZone={timeZone} />}
        <OpenPlan progress={progress} timeZone={timeZone} />
      </section>
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

/** The newest plan that has an open exercise. Nothing for an interviewer, because the plan is in the report. */
function OpenPlan({ progress, timeZone }: Pick<ProgressViewProps, "progress" | "timeZone">) {
  const interview = progress.interviews.findLast(
    ({ withName, exercises: { planned, done } }) => withName !== null && done < planned,
  );
  if (interview === undefined) return null;
  const { bookingId, startTime, exercises } = interview;
  const open = exercises.planned - exercises.done;
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm text-ink-2">
      <span>
        {open === 1 ? "1 exercise" : `${open} exercises`} of your plan after{" "}
        {formatDay(new Date(startTime), timeZone)} {open === 1 ? "is" : "are"} open.
      </span>
      <Link to={`${paths.report(bookingId)}#${planAnchor}`} className="link inline-block min-h-6">
        Open the plan
      </Link>
    </p>
  );
}

function bandText(scores: number): string {
  if (scores < levelScores) {
    const count = scores === 1 ? "One interview says" : "Two interviews say";
    return `${count} too little for a level: a single score can be a point off either way. A dot is one score. A level is shown from the third score on.`;
  }
  const count = scores < 4 ? `${scores} scores say little.` : `${scores} scores begin to show a level.`;
  return `${count} A dot is one score; from the third score on, a band shows where the level most likely lies. It narrows with each interview whose scores agree.`;
}
