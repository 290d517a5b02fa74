import { levelScores, type Progress } from "@greenroom/contract/review/reports/progress.ts";
import { timeZoneLabel } from "../../../format/time-zone-label.ts";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { AreaRows } from "./area-rows.tsx";
import { bandText } from "./level-text.ts";
import { MeasuredTable } from "./measured-table.tsx";
import { OpenTasks } from "./open-tasks.tsx";

interface ProgressViewProps {
  progress: Progress;
  timeZone: string;
  /** Shown when there is no report yet. */
  emptyDetail: string;
}

/** Scores by area with their likely ranges, the open steps and exercises, and the measured facts of each interview. */
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
      <OpenTasks interviews={interviews} timeZone={timeZone} />
      <section aria-labelledby="progress-measured">
        <h2 id="progress-measured" className="mb-1 text-xl">
          Measured in each interview
        </h2>
        <p className="mb-3 max-w-prose text-sm text-ink-2">
          Counted from the record, not judged. Dates in {timeZoneLabel(timeZone, new Date())}.
        </p>
        <MeasuredTable interviews={interviews} timeZone={timeZone} />
      </section>
    </div>
  );
}

function basisText(scores: number): string {
  const based = `Based on ${scores === 1 ? "1 score" : `${scores} scores`} per area`;
  if (scores < levelScores) {
    return `${based}: treat this as a first impression, because a single score can be a point off either way. ${bandText}`;
  }
  return `${based}${scores === levelScores ? ": treat this as a first impression" : ""}. ${bandText}`;
}
