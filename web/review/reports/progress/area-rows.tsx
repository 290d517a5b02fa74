import type { AreaProgress, Progress } from "@greenroom/contract/review/reports/progress.ts";
import { formatDay, formatDayParts } from "../../../format/format-day.ts";
import { Card } from "../../../ui/display/card.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { AreaChart, ChartDates } from "./area-chart.tsx";
import { Level } from "./level.tsx";
import { focusText, levelPoints, otherLabelsText, scoresText } from "./level-text.ts";

interface AreaRowsProps {
  progress: Progress;
  timeZone: string;
}

/** The chart stands beside the names and takes the room that is left, so that a row is read without a jump. */
const rowClass =
  "grid items-center gap-x-6 px-5 sm:grid-cols-[minmax(0,1fr)_15rem_8rem] sm:px-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_20rem_minmax(9rem,2fr)]";

/** Each area with its scores over all interviews and the likely level now. */
export function AreaRows({ progress, timeZone }: AreaRowsProps) {
  const { areas, interviews, nextFocus } = progress;
  const dayOf = (bookingId: string) => {
    const interview = interviews.find((candidate) => candidate.bookingId === bookingId);
    return interview === undefined ? "" : formatDay(new Date(interview.startTime), timeZone);
  };
  const most = Math.max(...areas.map(({ points }) => points.length));
  return (
    <Card padded={false} className="overflow-hidden">
      <div
        aria-hidden="true"
        className={`${rowClass} border-b border-line bg-sunk/40 pt-3 pb-1 text-sm text-ink-2 max-sm:hidden`}
      >
        <span>Area</span>
        <span className="max-xl:hidden">Scores</span>
        <ChartDates dates={interviews.map(({ startTime }) => shortDay(startTime, timeZone))} />
        <span className="text-right">Likely level</span>
      </div>
      <ul className="divide-y divide-line">
        {areas.map((area) => (
          <li key={area.name} className={`${rowClass} gap-y-2 py-4`}>
            <div>
              <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-text text-base font-semibold tracking-normal">
                {area.label}
                {area.name === nextFocus && <Pill status="wait">next focus</Pill>}
              </h3>
              <p className="text-sm text-ink-2">
                <span aria-hidden="true" className="tabular xl:hidden">
                  Scored {scoresText(area)}.{" "}
                </span>
                {evidenceText(area, most)}
              </p>
              <ul className="sr-only">
                {area.points.map(({ bookingId, score }) => (
                  <li key={bookingId}>
                    {dayOf(bookingId)}: {score} of 5
                  </li>
                ))}
              </ul>
            </div>
            <p aria-hidden="true" className="tabular max-xl:hidden">
              {scoresText(area)}
            </p>
            <AreaChart
              points={area.points}
              interviewIds={interviews.map(({ bookingId }) => bookingId)}
              isFocus={area.name === nextFocus}
            />
            <Level points={area.points} className="sm:text-right" />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-sm text-ink-2 sm:px-6">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-green" />A mentor's score
        </span>
        {areas.some(({ points }) => levelPoints(points).length > 0) && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="h-3 w-5 rounded-sm border border-green bg-green/25" />
            Where the level most likely lies
          </span>
        )}
        {areas.some(({ name }) => name === nextFocus) && <span>{focusText}</span>}
      </p>
    </Card>
  );
}

function shortDay(startTime: string, timeZone: string): string {
  const { day, month } = formatDayParts(new Date(startTime), timeZone);
  return `${day} ${month}`;
}

/** How many scores an area has, where it has fewer than another one; the text above the rows says it for those. */
function evidenceText(area: AreaProgress, most: number): string {
  const count = area.points.length;
  const fewer =
    count === most ? "" : count === 1 ? "Only 1 score: a first impression." : `Only ${count} scores.`;
  return [fewer, otherLabelsText(area)].join(" ").trim();
}
