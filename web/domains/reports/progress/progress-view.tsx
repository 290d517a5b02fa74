import type { Progress } from "@greenroom/contract/reports/progress.ts";
import { Card } from "../../../ui/display/card.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
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

function bandText(scores: number): string {
  if (scores === 1)
    return "One interview says little: a single score can be a point off either way. The band shows how far, and narrows with each interview.";
  const count = scores < 4 ? `${scores} scores say little.` : `${scores} scores begin to show a level.`;
  return `${count} A dot is one score; the band is where the level most likely lies. It narrows with each interview whose scores agree.`;
}
