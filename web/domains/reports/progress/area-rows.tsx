import type { AreaProgress, Progress } from "@greenroom/contract/reports/progress.ts";
import { formatDay } from "../../../format/format-day.ts";
import { Card } from "../../../ui/display/card.tsx";
import { Pill } from "../../../ui/status/pill.tsx";
import { AreaChart } from "./area-chart.tsx";
import { Level } from "./level.tsx";
import { otherLabelsText } from "./level-text.ts";

interface AreaRowsProps {
  progress: Progress;
  timeZone: string;
}

/** Each area with its scores over all interviews and the likely level now. */
export function AreaRows({ progress, timeZone }: AreaRowsProps) {
  const { areas, interviews, nextFocus } = progress;
  const hasDrafts = areas.some(({ points }) => points.some(({ by }) => by === "draft"));
  const dayOf = (bookingId: string) => {
    const interview = interviews.find((candidate) => candidate.bookingId === bookingId);
    return interview === undefined ? "" : formatDay(new Date(interview.startTime), timeZone);
  };
  return (
    <Card padded={false} className="overflow-hidden">
      <ul className="divide-y divide-line">
        {areas.map((area) => (
          <li
            key={area.name}
            className="grid items-center gap-x-6 gap-y-2 px-5 py-4 sm:grid-cols-[minmax(0,1fr)_15rem_6rem] sm:px-6"
          >
            <div>
              <h3 className="flex flex-wrap items-center gap-2.5 font-text text-base font-semibold tracking-normal">
                {area.label}
                {area.name === nextFocus && <Pill status="wait">next focus</Pill>}
              </h3>
              <p className="text-sm text-ink-2">{evidenceText(area)}</p>
              <ul className="sr-only">
                {area.points.map(({ bookingId, score, by }) => (
                  <li key={bookingId}>
                    {dayOf(bookingId)}: {score} of 5{by === "draft" && ", AI draft"}
                  </li>
                ))}
              </ul>
            </div>
            <AreaChart
              points={area.points}
              interviewIds={interviews.map(({ bookingId }) => bookingId)}
              isFocus={area.name === nextFocus}
            />
            <Level point={area.points.at(-1)} className="sm:text-right" />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-sm text-ink-2 sm:px-6">
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="size-2.5 rounded-full bg-green" />A mentor's score
        </span>
        {hasDrafts && (
          <span className="inline-flex items-center gap-2">
            <span aria-hidden="true" className="size-2.5 rounded-full border-2 border-green" />
            AI draft, where the mentor gave no score
          </span>
        )}
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className="h-3 w-5 rounded-sm bg-green opacity-20" />
          Where the level most likely lies
        </span>
      </p>
    </Card>
  );
}

function evidenceText(area: AreaProgress): string {
  const count = area.points.length;
  if (count === 1) return "One score. It says little on its own.";
  return [`${count} scores.`, otherLabelsText(area)].join(" ").trim();
}
